"""Verifies what browsers send: docs/verify-passkeys.md, from top to bottom."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicNumbers
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers
from fido2 import cbor
from fido2.cose import CoseKey

ALGORITHMS = (-7, -8, -257)


class VerificationError(Exception):
    """The response does not verify. `status` is 401 for a wrong signature, else 400."""

    def __init__(self, message, status=400):
        super().__init__(message)
        self.status = status


def decode(text):
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode(data):
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def verify_registration(credential, challenge, origin, rp_id):
    """Returns what to store. The shape of the body was checked."""
    try:
        response = credential["response"]
        client_data_hash = check_client_data(response["clientDataJSON"], "webauthn.create", challenge, origin)
        attestation = read_map(decode(response["attestationObject"]))
        if set(attestation) != {"fmt", "attStmt", "authData"} or not isinstance(attestation["attStmt"], dict):
            raise ValueError("attestation object")
        data = read_authenticator_data(attestation["authData"], rp_id)
        if not data["user_present"]:
            raise ValueError("the user was not present")
        if data["key"] is None or encode(data["id"]) != credential["id"]:
            raise ValueError("id is not that of the credential")
        key = read_key(data["key"])
        check_attestation(attestation, key, attestation["authData"] + client_data_hash)
    except VerificationError:
        raise
    except Exception as error:  # What is not as an authenticator writes it is a 400.
        raise VerificationError(str(error)) from error
    return data


def verify_sign_in(credential, public_key, backup_eligible, challenge, origin, rp_id, require_verification):
    """Verifies a sign-in. The owner of the passkey and its counter are for the caller to check."""
    try:
        response = credential["response"]
        client_data_hash = check_client_data(response["clientDataJSON"], "webauthn.get", challenge, origin)
        raw = decode(response["authenticatorData"])
        data = read_authenticator_data(raw, rp_id)
        if data["key"] is not None:
            raise ValueError("a sign-in must hold no credential")
        if not data["user_present"]:
            raise ValueError("the user was not present")
        if require_verification and not data["user_verified"]:
            raise ValueError("the user was not verified")
        if data["backup_eligible"] != bool(backup_eligible):
            raise ValueError("the backup-eligible flag has changed")
        read_key(public_key).verify(raw + client_data_hash, decode(response["signature"]))
    except InvalidSignature as error:
        raise VerificationError("the signature is wrong", 401) from error
    except Exception as error:
        raise VerificationError(str(error)) from error
    return data


def check_client_data(encoded, kind, challenge, origin):
    """Returns the hash of the client data."""
    raw = decode(encoded)
    client_data = json.loads(raw.decode("utf-8-sig"), object_pairs_hook=unique_members)
    if client_data["type"] != kind:
        raise ValueError("type")
    if client_data["challenge"] != challenge:
        raise ValueError("challenge")
    if client_data["origin"] != origin:
        raise ValueError(f"origin: the page is at {client_data['origin']!r}, and ORIGIN is {origin!r}")
    if client_data.get("crossOrigin", False) is not False or "topOrigin" in client_data:
        raise ValueError("the page is in a frame of another origin")
    if not isinstance(client_data.get("tokenBinding", {}), dict):
        raise ValueError("tokenBinding")
    return sha256(raw).digest()


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member occurs twice")
    return members


def read_map(data):
    """Reads a CBOR map in the canonical form of CTAP2, which nothing follows."""
    value = cbor.decode(data)
    if not isinstance(value, dict) or cbor.encode(value) != data:
        raise ValueError("CBOR is not a canonical map")
    return value


def read_authenticator_data(data, rp_id):
    if len(data) < 37 or data[:32] != sha256(rp_id.encode()).digest():
        raise ValueError("the RP ID is another one")
    flags = data[32]
    result = {
        "user_present": bool(flags & 1),
        "user_verified": bool(flags & 4),
        "backup_eligible": bool(flags & 8),
        "backed_up": bool(flags & 16),
        "counter": int.from_bytes(data[33:37], "big"),
        "id": None,
        "key": None,
    }
    if result["backed_up"] and not result["backup_eligible"]:
        raise ValueError("it is backed up and cannot be")
    rest = data[37:]
    if flags & 64:
        id_end = 18 + int.from_bytes(rest[16:18], "big")
        _, after = cbor.decode_from(rest[id_end:])
        result["id"], result["key"] = rest[18:id_end], rest[id_end : len(rest) - len(after)]
        if not 1 <= len(result["id"]) <= 1023:
            raise ValueError("the credential id is empty or too long")
        rest = after
    if flags & 128:
        read_map(rest)
    elif rest:
        raise ValueError("bytes follow")
    return result


def read_key(raw):
    """The COSE key as one that verifies. The library does not look whether it fits its algorithm."""
    members = read_map(raw)
    algorithm = members.get(3)
    if algorithm == -7:
        fits = set(members) == {1, 3, -1, -2, -3} and members[1] == 2 and members[-1] == 1
        fits = fits and len(members[-2]) == len(members[-3]) == 32
        x, y = (int.from_bytes(members[label], "big") for label in (-2, -3))
        EllipticCurvePublicNumbers(x, y, SECP256R1()).public_key()
    elif algorithm == -8:
        fits = set(members) == {1, 3, -1, -2} and members[1] == 1 and members[-1] == 6
        fits = fits and len(members[-2]) == 32 and is_usable_point(members[-2])
    elif algorithm == -257:
        fits = set(members) == {1, 3, -1, -2} and members[1] == 3
        fits = fits and members[-1][0] != 0 and members[-2][0] != 0
        modulus, exponent = (int.from_bytes(members[label], "big") for label in (-1, -2))
        fits = fits and 2048 <= modulus.bit_length() <= 4096 and exponent < 2**32
        RSAPublicNumbers(exponent, modulus).public_key()
    else:
        fits = False
    if not fits:
        raise ValueError("the key does not fit an algorithm that was offered")
    return CoseKey.parse(members)


P = 2**255 - 19
D = -121665 * pow(121666, P - 2, P) % P
SMALL_ORDER = {
    0,
    1,
    P - 1,
    2707385501144840649318225287225658788936804267575313519463743609750303402022,
    55188659117513257062467267217118295137698188065244968500265048394206261417927,
}


def is_usable_point(data):
    """Whether the bytes are a point of Ed25519, and not one of small order, for which anyone can sign."""
    y = int.from_bytes(data, "little") & (2**255 - 1)
    ratio = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    return y < P and y not in SMALL_ORDER and pow(ratio, (P - 1) // 2, P) == 1


def check_attestation(attestation, key, signed):
    """We ask for no attestation: browsers then send none, or one that the credential's own key has signed."""
    statement = attestation["attStmt"]
    if attestation["fmt"] == "none" and not statement:
        return
    if attestation["fmt"] != "packed" or set(statement) != {"alg", "sig"} or statement["alg"] != key[3]:
        raise ValueError("the attestation was not requested")
    key.verify(signed, statement["sig"])
