import type { SignInAnswer, LoginRequest } from './types.js';
import { record } from '../client/shape.js';
import type { Endpoint } from './endpoint.js';

/** Signs in with a name and a password. In a session of the same person it proves again who they are. */
export const logIn: Endpoint<LoginRequest, SignInAnswer> = { method: 'POST', path: 'login', shape: record };
