"""A backend for Latchkey in Python: passkeys, sign-up with a passkey, step-up and sessions."""

import json
import os
import re
import sqlite3
import unicodedata
from hashlib import sha256
from secrets import token_bytes
from time import time
from urllib.parse import urlsplit

from flask import Flask, g, jsonify, request
from werkzeug.exceptions import HTTPException

from passkeys import ALGORITHMS, VerificationError, decode, encode, verify_registration, verify_sign_in

PORT = int(os.environ.get("PORT", "3000"))
ORIGIN = os.environ.get("ORIGIN", f"http://localhost:{PORT}")
RP_ID = urlsplit(ORIGIN).hostname
DATABASE = os.environ.get("DATABASE", "passkeys.db")
MINUTE, DAY = 60_000, 86_400_000
CHALLENGE_LIFETIME, FRESHNESS, VISIT_LIFETIME, SESSION_LIFETIME = 5 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * DAY
LONGEST_BODY = 32_768
MOST_CHALLENGES = 8
COOKIE = {"path": "/", "secure": True, "httponly": True, "samesite": "Lax"}

SCHEMA = """
create table if not exists accounts (id text primary key, name text, compared text unique, display_name text);
create table if not exists passkeys (id text primary key, account text, public_key blob, counter integer,
  backup_eligible integer, backed_up integer, transports text);
create table if not exists sessions (id text primary key, account text, method text, since integer, expires integer);
create table if not exists challenges (challenge text, session text, purpose text, details text, expires integer,
  primary key (session, challenge));
"""

app = Flask(__name__)


class Refusal(Exception):
    def __init__(self, status, error, **more):
        super().__init__(error)
        self.status, self.body = status, {"error": error, **more}


# The database. Single statements are atomic; `with together():` makes several of them so.


def database():
    if "database" not in g:
        g.database = sqlite3.connect(DATABASE, timeout=10, isolation_level=None)
        g.database.row_factory = sqlite3.Row
    return g.database


def run(sql, *values):
    return database().execute(sql, values)


def first(sql, *values):
    return run(sql, *values).fetchone()


class together:
    def __enter__(self):
        run("begin immediate")

    def __exit__(self, kind, *_):
        run("commit" if kind is None else "rollback")


@app.teardown_appcontext
def close_database(_):
    if "database" in g:
        g.database.close()


def now():
    return int(time() * 1000)


def random_text():
    return encode(token_bytes(32))


def hash_of(token):
    return encode(sha256(token.encode()).digest())


# Sessions


def session_id():
    token = request.cookies.get("__Host-sid", "")
    return hash_of(token) if re.fullmatch(r"[\w-]{43}", token, re.ASCII) else None


def read_session():
    """The session that the request's cookie names, if it has not ended."""
    return first("select * from sessions where id = ? and expires > ?", session_id(), now())


def start_session(account=None, method=None):
    token = random_text()
    lifetime = SESSION_LIFETIME if account else VISIT_LIFETIME
    run("insert into sessions values (?, ?, ?, ?, ?)", hash_of(token), account, method, now(), now() + lifetime)
    g.cookie = token
    return first("select * from sessions where id = ?", hash_of(token))


def sign_in(account, data):
    """
    Replaces the session of the request by one of a user. Challenges for sign-in move, for autofill in other tabs, and
    after a step-up those for a passkey that was created before it.
    """
    before = first("select account from sessions where id = ?", session_id())
    kept = "('login', 'register')" if before and before["account"] == account else "('login')"
    session = start_session(account, "passkey-uv" if data["user_verified"] else "passkey")
    run(f"update challenges set session = ? where session = ? and purpose in {kept}", session["id"], session_id())
    end_session(session_id())


def end_session(id):
    run("delete from challenges where session = ?", id)
    run("delete from sessions where id = ?", id)


def demand_user(session):
    if session is None or session["account"] is None:
        raise Refusal(401, "unauthenticated")
    return first("select * from accounts where id = ?", session["account"])


def demand_freshness(session):
    if now() - session["since"] >= FRESHNESS:
        raise Refusal(403, "step_up_required", methods=["passkey"])


# Challenges


def issue_challenge(session, purpose, details=None):
    challenge, id = random_text(), session["id"]
    with together():
        # A session that was signed out meanwhile gets none.
        run(
            "insert into challenges select ?, id, ?, ?, ? from sessions where id = ?",
            *(challenge, purpose, details, now() + CHALLENGE_LIFETIME, id),
        )
        run(
            "delete from challenges where session = ? and challenge not in "
            "(select challenge from challenges where session = ? order by expires desc, rowid desc limit ?)",
            *(id, id, MOST_CHALLENGES),
        )
        run("update sessions set expires = ? where id = ? and account is null", now() + VISIT_LIFETIME, id)
    return challenge


def take_challenge(session, body, purpose):
    """Takes the challenge that the response names, before anything of the response is verified."""
    try:
        challenge = str(json.loads(decode(body["response"]["clientDataJSON"]).decode("utf-8-sig"))["challenge"])
    except Exception as error:
        raise Refusal(400, "verification_failed") from error
    taken = session and first(
        "delete from challenges where session = ? and challenge = ? returning *", session["id"], challenge
    )
    if not taken or taken["purpose"] != purpose or taken["expires"] <= now():
        raise Refusal(400, "challenge_expired")
    return taken


# Options


def creation_options(challenge, account):
    return {
        "challenge": challenge,
        "rp": {"id": RP_ID, "name": "Example"},
        "user": {"id": account["id"], "name": account["name"], "displayName": account["display_name"]},
        "pubKeyCredParams": [{"type": "public-key", "alg": algorithm} for algorithm in ALGORITHMS],
        "timeout": CHALLENGE_LIFETIME,
        "excludeCredentials": descriptors(account["id"]),
        "authenticatorSelection": {
            "residentKey": "required",
            "requireResidentKey": True,
            "userVerification": "preferred",
        },
        "attestation": "none",
        # Windows Hello in Firefox fails at {"prf": {}}.
        "extensions": {"prf": {"eval": {"first": "bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM"}}},
    }


def descriptors(account):
    rows = run("select id, transports from passkeys where account = ?", account)
    return [{"id": id, "type": "public-key", "transports": json.loads(transports)} for id, transports in rows]


# Shapes


def is_base64url(value):
    return isinstance(value, str) and bool(re.fullmatch(r"(?:[\w-]{4})*(?:[\w-]{2,3})?", value, re.ASCII)) and value != ""


def check_response(body, *members):
    response = body.get("response")
    fits = is_base64url(body.get("id")) and len(body["id"]) <= 1364 and body.get("rawId") == body["id"]
    fits = fits and body.get("type") == "public-key" and isinstance(response, dict)
    fits = fits and all(is_base64url(response.get(name)) for name in members)
    fits = fits and is_base64url(response.get("userHandle") or "AA") and isinstance(response.get("transports", []), list)
    if not fits:
        raise Refusal(400, "bad_request")


def read_name(value):
    name = value.strip() if isinstance(value, str) else ""
    if not 1 <= len(name) <= 254 or any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise Refusal(400, "bad_request")
    return name


# The endpoints


@app.post("/signup/options")
def sign_up_options():
    body, session = read_body(), read_session()
    name = read_name(body.get("username"))
    account = {
        "id": random_text(),
        "name": name,
        "compared": unicodedata.normalize("NFKC", name).lower(),
        "display_name": read_name(body.get("displayName", name)),
    }
    if first("select 1 from accounts where compared = ?", account["compared"]):
        raise Refusal(409, "taken")
    return creation_options(issue_challenge(session or start_session(), "signup", json.dumps(account)), account)


@app.post("/signup/verify")
def sign_up_verify():
    body, session = read_body(), read_session()
    check_response(body, "clientDataJSON", "attestationObject")
    taken = take_challenge(session, body, "signup")
    data = verify_registration(body, taken["challenge"], ORIGIN, RP_ID)
    account = json.loads(taken["details"])
    with together():
        try:
            database().execute("insert into accounts values (:id, :name, :compared, :display_name)", account)
        except sqlite3.IntegrityError as error:
            raise Refusal(409, "taken") from error
        store_passkey(account["id"], body, data)
        sign_in(account["id"], data)
    return {"verified": True, "backedUp": data["backed_up"]}, 201


@app.post("/webauthn/register/options")
def register_options():
    read_body()
    session = read_session()
    account = demand_user(session)
    demand_freshness(session)
    return creation_options(issue_challenge(session, "register"), account)


@app.post("/webauthn/register/verify")
def register_verify():
    body, session = read_body(), read_session()
    check_response(body, "clientDataJSON", "attestationObject")
    if session and session["account"]:
        demand_freshness(session)
    taken = take_challenge(session, body, "register")
    data = verify_registration(body, taken["challenge"], ORIGIN, RP_ID)
    with together():
        if not first("select 1 from sessions where id = ?", session["id"]):
            raise Refusal(400, "session_ended")
        store_passkey(session["account"], body, data)
    return {"verified": True, "backedUp": data["backed_up"]}


def store_passkey(account, body, data):
    transports = [name for name in body["response"].get("transports", []) if isinstance(name, str)]
    values = (data["counter"], data["backup_eligible"], data["backed_up"], json.dumps(transports))
    try:
        run("insert into passkeys values (?, ?, ?, ?, ?, ?, ?)", body["id"], account, data["key"], *values)
    except sqlite3.IntegrityError as error:
        raise Refusal(400, "already_registered") from error


@app.post("/webauthn/login/options")
def login_options():
    read_body()
    session, step_up = read_session(), "step-up" in request.args
    account = demand_user(session) if step_up else None
    return {
        "challenge": issue_challenge(session or start_session(), "step-up" if step_up else "login"),
        "rpId": RP_ID,
        "timeout": CHALLENGE_LIFETIME,
        "userVerification": "required" if step_up else "preferred",
        "allowCredentials": descriptors(account["id"]) if account else [],
    }


@app.post("/webauthn/login/verify")
def login_verify():
    body, session, step_up = read_body(), read_session(), "step-up" in request.args
    check_response(body, "clientDataJSON", "authenticatorData", "signature")
    taken = take_challenge(session, body, "step-up" if step_up else "login")
    stored = first("select * from passkeys where id = ?", body["id"])
    if stored is None:
        raise Refusal(404, "unknown_credential", rpId=RP_ID, credentialId=body["id"])
    if (body["response"].get("userHandle") or stored["account"]) != stored["account"]:
        raise Refusal(400, "wrong_user_handle")
    if step_up and stored["account"] != session["account"]:
        raise Refusal(400, "wrong_account")
    data = verify_sign_in(
        body, stored["public_key"], stored["backup_eligible"], taken["challenge"], ORIGIN, RP_ID, step_up
    )
    with together():
        # A sign-out that came meanwhile wins.
        if not first("select 1 from sessions where id = ?", session["id"]):
            raise Refusal(400, "challenge_expired")
        updated = run(
            "update passkeys set counter = ?, backed_up = ? where id = ? and (counter < ? or ? = 0)",
            *(data["counter"], data["backed_up"], body["id"], data["counter"], data["counter"]),
        )
        if updated.rowcount != 1:
            raise Refusal(400, "counter_not_increased")
        sign_in(stored["account"], data)
    return {"verified": True}


@app.get("/session")
def get_session():
    session = read_session()
    if session is None or session["account"] is None:
        return {"signedIn": False}
    account = demand_user(session)
    user = {"id": account["id"], "name": account["name"], "displayName": account["display_name"]}
    facts = {"authMethod": session["method"], "authTime": session["since"], "expires": session["expires"]}
    return {"signedIn": True, "user": user, **facts}


@app.post("/logout")
def logout():
    body, session = read_body(), read_session()
    # A sign-out that was late must not end a later session.
    if session and (
        body.get("user", session["account"]) != session["account"]
        or body.get("authTime", session["since"]) != session["since"]
    ):
        raise Refusal(409, "wrong_account")
    if session:
        end_session(session["id"])
    answer = jsonify({})
    answer.headers["Clear-Site-Data"] = '"cache"'
    if "user" not in body:
        answer.delete_cookie("__Host-sid", **COOKIE)
    return answer


# Requests, in the order of the contract


@app.before_request
def check_request():
    if request.routing_exception:
        raise request.routing_exception
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        site = request.headers.get("Sec-Fetch-Site")
        ours = request.headers.get("Origin") == ORIGIN if site is None else site == "same-origin"
        if not ours:
            app.logger.warning("origin: the page is at %r, and ORIGIN is %r", request.headers.get("Origin"), ORIGIN)
            raise Refusal(403, "csrf")


def read_body():
    raw = request.stream.read(LONGEST_BODY + 1)
    if len(raw) > LONGEST_BODY or (request.content_length or 0) > LONGEST_BODY:
        raise Refusal(413, "too_large")
    if not raw:
        return {}
    try:
        body = json.loads(raw.decode()) if request.mimetype == "application/json" else None
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise Refusal(400, "bad_request")
    return body


@app.after_request
def finish(answer):
    answer.headers["Cache-Control"] = "no-store"
    if "cookie" in g and answer.status_code < 400:
        answer.set_cookie("__Host-sid", g.cookie, max_age=SESSION_LIFETIME // 1000, **COOKIE)
    return answer


@app.errorhandler(Refusal)
def refuse(refusal):
    return refusal.body, refusal.status


@app.errorhandler(VerificationError)
def refuse_response(error):
    if str(error).startswith("origin"):
        app.logger.warning("%s", error)
    return {"error": "rejected" if error.status == 401 else "verification_failed"}, error.status


@app.errorhandler(HTTPException)
def refuse_request(error):
    names = {404: "unsupported", 405: "method_not_allowed"}
    answer = jsonify(error=names.get(error.code, "bad_request" if error.code < 500 else "server_error"))
    answer.status_code = error.code
    if error.code == 405:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


with app.app_context():
    run("pragma journal_mode = wal")
    database().executescript(SCHEMA)

if __name__ == "__main__":
    app.run(port=PORT, threaded=True)
