"""Reads and writes vaults of versions 1 and 2, from docs/vault-format.md alone.

    vault_format.py read < request.json     opens a vault in every way that the request names
    vault_format.py write < request.json    writes a new one

Both print JSON. Bytes are base64url. Needs Python 3.8 and the package "cryptography".
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
import unicodedata

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

FORMATS = ["bytes", "json", "stream"]
PIECE_LENGTH = 262_144
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class Refused(Exception):
    """The vault, or a part of it, is not what its writer has left."""


def check(condition, what):
    if not condition:
        raise Refused(what)


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# Notation


def number(value):
    return value.to_bytes(8, "big")


def parts(*values):
    """`list(a, b, ...)` of the page."""
    joined = bytearray()
    for value in values:
        data = number(value) if isinstance(value, int) else value.encode() if isinstance(value, str) else value
        joined += len(data).to_bytes(4, "big") + data
    return bytes(joined)


def take_parts(data, count):
    """The first parts of a list, and the bytes after them."""
    found, at = [], 0
    while at < len(data) and len(found) < count:
        check(at + 4 <= len(data), "cut")
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        check(end <= len(data), "cut")
        found.append(data[at + 4 : end])
        at = end
    return found, data[at:]


def split(data):
    """The parts of a list."""
    return take_parts(data, len(data))[0]


def hkdf(key, salt, info, length):
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(key)


def derive(secret, salt, info):
    data = hkdf(secret, salt, info, 64)
    return data[:32], data[32:]


def mac(key, purpose, data):
    return hmac.new(hkdf(key, b"", purpose, 32), data, hashlib.sha256).digest()


def decrypt(key, iv, aad, data):
    try:
        return AESGCM(key).decrypt(iv, data, aad)
    except InvalidTag:
        raise Refused("it was changed") from None


def encrypt(key, iv, aad, data):
    return AESGCM(key).encrypt(iv, data, aad)


# Secrets


def prf_inputs(slot):
    return [b"wcv/prf/v1" + bytes([index]) + slot["prfSalt%d" % index] for index in (1, 2)]


def secret_of_results(first, second):
    check(len(first) == len(second) == 32 and first != second and any(first) and any(second), "no PRF results")
    return first + second


def read_code(code):
    digits = [str(unicodedata.digit(c)) if unicodedata.category(c) == "Nd" else c for c in unicodedata.normalize("NFKC", code)]
    typed = "".join(digits).upper()
    # U+034F, U+115F, U+1160 and the variation selectors are default ignorable without being of the category Cf.
    dropped = "\u2043\u2212\u30fc\u034f\u115f\u1160\u17b4\u17b5" + "".join(map(chr, range(0xFE00, 0xFE10)))
    kept = [c for c in typed if not c.isspace() and unicodedata.category(c) not in ("Pd", "Cf") and c not in dropped]
    plain = "".join(kept).replace("I", "1").replace("L", "1").replace("O", "0")
    check(len(plain) == 32 and all(c in ALPHABET for c in plain), "not a recovery code")
    value = 0
    for c in plain:
        value = value << 5 | ALPHABET.index(c)
    return value.to_bytes(20, "big")


def write_code(secret):
    value = int.from_bytes(secret, "big")
    text = "".join(ALPHABET[value >> shift & 31] for shift in range(155, -1, -5))
    return "-".join(text[at : at + 4] for at in range(0, 32, 4))


# Slots, bridges and the key record


def slot_info(record, slot, generation):
    return parts(
        "wcv/slot/v1",
        slot["kind"],
        record["rpId"],
        record["userHandleHash"],
        decode(slot["credentialId"]),
        record["vaultId"],
        generation,
    )


def open_slot(record, slot, secret):
    info = slot_info(record, slot, slot["generation"])
    key, commitment = derive(secret, slot["hkdfSalt"], info)
    check(hmac.compare_digest(commitment, slot["commitment"]), "the secret is not that of the slot")
    return decrypt(key, slot["iv"], info, slot["wrapped"])


def make_slot(record, kind, credential_id, transports=(), backed_up=False):
    return {
        "kind": kind,
        "credentialId": credential_id,
        "transports": list(transports),
        "prfSalt1": os.urandom(32),
        "prfSalt2": os.urandom(32),
        "backedUp": backed_up,
        "createdAt": int(time.time() * 1000),
    }


def fill_slot(record, slot, generation, secret, key):
    salt, iv = os.urandom(32), os.urandom(12)
    info = slot_info(record, slot, generation)
    wrapping, commitment = derive(secret, salt, info)
    wrapped = encrypt(wrapping, iv, info, key)
    return {**slot, "generation": generation, "hkdfSalt": salt, "iv": iv, "wrapped": wrapped, "commitment": commitment}


def cross_bridges(record, generation, key):
    while generation < record["generation"]:
        bridge = next((one for one in record["bridges"] if one["from"] == generation), None)
        check(bridge, "a bridge is missing")
        info = parts("wcv/bridge/v1", record["vaultId"], generation)
        key = decrypt(derive(key, bridge["salt"], info)[0], bridge["iv"], info, bridge["sealed"])
        generation += 1
    check(generation == record["generation"], "the slot is of a later generation")
    return key


def make_bridge(record, generation, key, following):
    salt, iv = os.urandom(32), os.urandom(12)
    info = parts("wcv/bridge/v1", record["vaultId"], generation)
    return {
        "from": generation,
        "salt": salt,
        "iv": iv,
        "sealed": encrypt(derive(key, salt, info)[0], iv, info, following),
    }


SLOT_MEMBERS = ["generation", "prfSalt1", "prfSalt2", "hkdfSalt", "iv", "wrapped", "commitment", "createdAt"]


def write_key_record(record):
    slots = [
        parts(
            slot["kind"],
            slot["credentialId"],
            parts(*slot["transports"]),
            *[slot[member] for member in SLOT_MEMBERS],
            int(slot["backedUp"]),
        )
        for slot in record["slots"]
    ]
    bridges = [parts(bridge["from"], bridge["salt"], bridge["iv"], bridge["sealed"]) for bridge in record["bridges"]]
    return parts(
        "wcv/keys/v1",
        record["v"],
        record["revision"],
        record["vaultId"],
        record["rpId"],
        record["userHandleHash"],
        record["generation"],
        parts(*slots),
        parts(*bridges),
    )


# Private vaults

NAMES_PLACE = ("latchkey.names", "key")
OUTBOX = "latchkey.outbox"


def code_of(names_key, *values):
    return encode(hmac.new(names_key, parts("wcv/name/v2", *values), hashlib.sha256).digest()[:16])


def place_of(names_key, store, id):
    """Where a record is stored: under codes if there is a key of the names."""
    if not names_key:
        return store, id
    return store if store == OUTBOX else code_of(names_key, "store", store), code_of(names_key, "id", store, id)


# Records and streams


def record_context(record, store, id, version):
    return parts(
        "wcv/rec/v1",
        record["rpId"],
        record["userHandleHash"],
        record["vaultId"],
        store,
        id,
        version,
        record["generation"],
    )


def piece_context(record, store, id, name, index, is_last):
    return parts(
        "wcv/piece/v1",
        record["rpId"],
        record["userHandleHash"],
        record["vaultId"],
        store,
        id,
        name,
        index,
        int(is_last),
        record["generation"],
    )


def open_sealed(key, generation, context, sealed):
    check(len(sealed) >= 104 and sealed[:3] == b"WCV", "not an encrypted record")
    check(sealed[3] == 1 and sealed[4] == 1 and sealed[5] < 3 and sealed[6] < 2 and sealed[7] == 0, "unsupported")
    check(sealed[8:12] == generation.to_bytes(4, "big"), "another generation")
    info = sealed[:12] + context
    own, commitment = derive(key, sealed[12:44], info)
    check(hmac.compare_digest(commitment, sealed[44:76]), "it belongs elsewhere")
    data, names = decrypt(own, sealed[76:88], info, sealed[88:]), None
    if sealed[6]:
        (names, data), rest = take_parts(data, 2)
        names = [name.decode() for name in split(names)]
        check(not any(rest), "something after the value")
    return FORMATS[sealed[5]], data, names


def pad(data):
    size = len(data)
    if size <= 256:
        padded = 256
    else:
        exponent = size.bit_length() - 1
        unit = 1 << exponent - exponent.bit_length()
        padded = -(-size // unit) * unit
    return data + bytes(padded - size)


def seal(key, generation, context, format, data, names=None):
    flags = [FORMATS.index(format), int(isinstance(names, list)), 0]
    if isinstance(names, list):
        data = pad(parts(parts(*names), data))
    head = b"WCV" + bytes([1, 1, *flags]) + generation.to_bytes(4, "big")
    salt, iv = os.urandom(32), os.urandom(12)
    own, commitment = derive(key, salt, head + context)
    return head + salt + commitment + iv + encrypt(own, iv, head + context, data)


# The ledger


def page_of(store, id):
    value = 0x811C9DC5
    for byte in parts(store, id):
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value >> 24


def write_cover(record, cover):
    head = ["wcv/led/cover/v1", record["vaultId"], record["generation"], cover["change"], cover["keys"]]
    return parts(*head, *cover["pages"])


def cover_mac(record, key, cover):
    return mac(key, b"wcv/led/v1", write_cover(record, cover))


def write_page(record, index, page):
    head = ["wcv/led/page/v1", record["vaultId"], record["generation"], index, page["change"]]
    return parts(*head, *[part for entry in page["entries"] for part in entry])


def page_mac(record, key, index, page):
    return mac(key, b"wcv/led/v1", write_page(record, index, page))


# A vault: {"record", "cover", "pages": {number: page}, "records": {(store, id): (version, sealed)},
# "pieces": {(store, id, name, index): sealed}}


def check_key_record(record):
    lengths = {"prfSalt1": 32, "prfSalt2": 32, "hkdfSalt": 32, "commitment": 32, "iv": 12, "wrapped": 48}
    check(record["v"] in (1, 2), "unsupported")
    check(len(record["vaultId"]) == 16 and len(record["userHandleHash"]) == len(record["mac"]) == 32, "lengths")
    check(len(record["slots"]) <= 64 and len(record["bridges"]) <= 256, "too many")
    for slot in record["slots"]:
        check(slot["kind"] in ("passkey", "code"), "an unknown kind of slot")
        check(all(len(slot[name]) == length for name, length in lengths.items()), "lengths")


def open_key(vault, slot, secret):
    """The present key, by way of one slot."""
    record = vault["record"]
    check_key_record(record)
    key = cross_bridges(record, slot["generation"], open_slot(record, slot, secret))
    check(
        hmac.compare_digest(mac(key, b"wcv/hdr/v1", write_key_record(record)), record["mac"]),
        "the list of keys was changed",
    )
    return key


def read_ledger(vault, key):
    """The versions of all records, by store and id."""
    record, cover = vault["record"], vault["cover"]
    check(hmac.compare_digest(cover_mac(record, key, cover), cover["mac"]), "the cover was changed")
    check(cover["keys"] == record["revision"] and len(cover["pages"]) == 256, "an older list of keys")
    versions = {}
    for index, change in enumerate(cover["pages"]):
        if change == 0:
            continue
        page = vault["pages"].get(index)
        check(page and page["change"] == change, "a page is missing, or an older one")
        check(hmac.compare_digest(page_mac(record, key, index, page), page["mac"]), "a page was changed")
        for store, id, version in page["entries"]:
            check(page_of(store, id) == index, "a record on the wrong page")
            versions[store, id] = version
    return versions


def open_record(vault, key, store, id, version):
    record = vault["record"]
    stored, sealed = vault["records"][store, id]
    check(stored == version, "an older record")
    return open_sealed(key, record["generation"], record_context(record, store, id, version), sealed)


def open_stream(vault, key, store, id, data):
    head, joined = json.loads(data), b""
    for index in range(head["pieces"]):
        context = piece_context(vault["record"], store, id, head["name"], index, index == head["pieces"] - 1)
        sealed = vault["pieces"].get((store, id, head["name"], index))
        check(sealed, "a piece is missing")
        joined += open_sealed(key, vault["record"]["generation"], context, sealed)[1]
    check(len(joined) == head["length"], "the stream has another length")
    return joined


def read_vault(vault, key):
    """All values: (store, id, format, data), in the order of the ledger."""
    versions = read_ledger(vault, key)
    check(set(versions) == set(vault["records"]), "records were added or taken away")
    values = []
    names_key = None
    if vault["record"]["v"] == 2:
        names_key = open_record(vault, key, *NAMES_PLACE, versions.pop(NAMES_PLACE))[1]
    for (store, id), version in versions.items():
        format, data, names = open_record(vault, key, store, id, version)
        if format == "stream":
            data = open_stream(vault, key, store, id, data)
        if names_key:
            check(names and place_of(names_key, *names) == (store, id), "a record under another code")
            store, id = names
        values.append((store, id, format, data))
    return values


def write_vault(rp_id, user_handle, passkeys, code, values, is_private=False, generation=2):
    """A new vault: its first slot and the code have the present key, all others that of the first generation."""
    record = {
        "v": 2 if is_private else 1,
        "revision": generation + 1,
        "vaultId": os.urandom(16),
        "rpId": rp_id,
        "userHandleHash": hashlib.sha256(user_handle).digest(),
        "generation": generation,
    }
    keys = [os.urandom(32) for _ in range(generation)]
    record["bridges"] = [make_bridge(record, index + 1, keys[index], keys[index + 1]) for index in range(generation - 1)]
    record["slots"] = []
    for index, passkey in enumerate(passkeys):
        slot = make_slot(record, "passkey", passkey["credentialId"], passkey.get("transports", ()), index == 0)
        results = [hmac.new(passkey["secret"], data, hashlib.sha256).digest() for data in prf_inputs(slot)]
        own = generation if index == 0 else 1
        record["slots"].append(fill_slot(record, slot, own, secret_of_results(*results), keys[own - 1]))
    if code:
        slot = make_slot(record, "code", encode(os.urandom(16)))
        record["slots"].append(fill_slot(record, slot, generation, read_code(code), keys[-1]))
    key = keys[-1]
    record["mac"] = mac(key, b"wcv/hdr/v1", write_key_record(record))
    vault = {"record": record, "pages": {}, "records": {}, "pieces": {}}
    change = 2
    names_key = os.urandom(32) if is_private else None
    if is_private:
        write_record(vault, key, change, *NAMES_PLACE, "bytes", names_key)
    for store, id, format, data in values:
        place = place_of(names_key, store, id)
        if format == "stream":
            data = write_stream(vault, key, *place, data)
        write_record(vault, key, change, *place, format, data, [store, id] if is_private else None)
    for index, page in vault["pages"].items():
        page["mac"] = page_mac(record, key, index, page)
    pages = [change if index in vault["pages"] else 0 for index in range(256)]
    vault["cover"] = {"change": change, "keys": record["revision"], "pages": pages}
    vault["cover"]["mac"] = cover_mac(record, key, vault["cover"])
    return vault


def write_record(vault, key, change, store, id, format, data, names=None):
    record = vault["record"]
    page = vault["pages"].setdefault(page_of(store, id), {"change": change, "entries": []})
    page["entries"].append([store, id, change])
    context = record_context(record, store, id, change)
    vault["records"][store, id] = (change, seal(key, record["generation"], context, format, data, names))


def write_stream(vault, key, store, id, data):
    record, name = vault["record"], encode(os.urandom(16))
    chunks = [data[at : at + PIECE_LENGTH] for at in range(0, len(data), PIECE_LENGTH)] or [b""]
    for index, chunk in enumerate(chunks):
        context = piece_context(record, store, id, name, index, index == len(chunks) - 1)
        vault["pieces"][store, id, name, index] = seal(
            key, record["generation"], context, "bytes", chunk, [] if record["v"] == 2 else None
        )
    return json.dumps({"name": name, "pieces": len(chunks), "length": len(data)}).encode()


# Exported vaults


def value_of(data):
    check(len(data) == 8, "not a number")
    return int.from_bytes(data, "big")


def read_key_record(written):
    label, v, revision, vault_id, rp_id, user_hash, generation, slots, bridges = split(written)
    check(label == b"wcv/keys/v1", "not a key record")
    record = {
        "v": value_of(v),
        "revision": value_of(revision),
        "vaultId": vault_id,
        "rpId": rp_id.decode(),
        "userHandleHash": user_hash,
        "generation": value_of(generation),
        "slots": [],
        "bridges": [],
    }
    for slot in split(slots):
        kind, credential_id, transports, *rest, backed_up = split(slot)
        members = dict(zip(SLOT_MEMBERS, rest))
        for name in ("generation", "createdAt"):
            members[name] = value_of(members[name])
        record["slots"].append(
            {
                "kind": kind.decode(),
                "credentialId": credential_id.decode(),
                "transports": [one.decode() for one in split(transports)],
                "backedUp": value_of(backed_up) == 1,
                **members,
            }
        )
    for bridge in split(bridges):
        start, salt, iv, sealed = split(bridge)
        record["bridges"].append({"from": value_of(start), "salt": salt, "iv": iv, "sealed": sealed})
    return record


def vault_of_export(data):
    check(data[:4] == b"WCVE", "not an exported vault")
    check(data[4:8] == bytes([1, 0, 0, 0]), "unsupported")
    rows = [split(row) for row in split(data[8:])]
    check(rows and rows[-1][0] == b"end" and value_of(rows[-1][1]) == len(rows) - 1, "other rows")
    vault = {"pages": {}, "records": {}, "pieces": {}}
    for kind, *row in rows[:-1]:
        if kind == b"keys":
            vault["record"] = {**read_key_record(row[0]), "mac": row[1]}
        elif kind == b"cover":
            _, _, _, change, keys, *pages = split(row[0])
            vault["cover"] = {
                "change": value_of(change),
                "keys": value_of(keys),
                "pages": [value_of(page) for page in pages],
                "mac": row[1],
            }
        elif kind == b"page":
            _, _, _, index, change, *flat = split(row[0])
            entries = [
                [flat[at].decode(), flat[at + 1].decode(), value_of(flat[at + 2])] for at in range(0, len(flat), 3)
            ]
            vault["pages"][value_of(index)] = {"change": value_of(change), "entries": entries, "mac": row[1]}
        elif kind == b"record":
            store, id, version, sealed = row
            vault["records"][store.decode(), id.decode()] = (value_of(version), sealed)
        elif kind == b"piece":
            store, id, name, index, sealed = row
            vault["pieces"][store.decode(), id.decode(), name.decode(), value_of(index)] = sealed
        else:
            raise Refused("an unknown row")
    return vault


def export_of_vault(vault):
    record, cover = vault["record"], vault["cover"]
    rows = [
        parts("keys", write_key_record(record), record["mac"]),
        parts("cover", write_cover(record, cover), cover["mac"]),
    ]
    rows += [parts("page", write_page(record, index, page), page["mac"]) for index, page in vault["pages"].items()]
    rows += [parts("record", *place, *row) for place, row in vault["records"].items()]
    rows += [parts("piece", *place, sealed) for place, sealed in sorted(vault["pieces"].items())]
    rows.append(parts("end", len(rows)))
    return b"WCVE" + bytes([1, 0, 0, 0]) + parts(*rows)


# JSON of test/vectors/vault-v1.json

SLOT_BYTES = ["prfSalt1", "prfSalt2", "hkdfSalt", "iv", "wrapped", "commitment"]


def change_members(row, members, change):
    return {name: change(value) if name in members else value for name, value in row.items()}


def change_record(record, change):
    bridges = [change_members(bridge, ["salt", "iv", "sealed"], change) for bridge in record["bridges"]]
    slots = [change_members(slot, SLOT_BYTES, change) for slot in record["slots"]]
    changed = change_members(record, ["vaultId", "userHandleHash", "mac"], change)
    return {**changed, "slots": slots, "bridges": bridges}


def vault_of_json(stored):
    piece = stored.get("piece")
    pieces = ([piece] if piece else []) + stored.get("pieces", [])
    return {
        "record": change_record(stored["record"], decode),
        "cover": change_members(stored["cover"], ["mac"], decode),
        "pages": {index: change_members(page, ["mac"], decode) for index, page in stored["pages"]},
        "records": {
            (one["store"], one["id"]): (one["version"], decode(one["sealed"])) for one in stored["records"]
        },
        "pieces": {(one["store"], one["id"], one["name"], one["index"]): decode(one["sealed"]) for one in pieces},
    }


def json_of_vault(vault):
    return {
        "record": change_record(vault["record"], encode),
        "cover": change_members(vault["cover"], ["mac"], encode),
        "pages": [[index, change_members(page, ["mac"], encode)] for index, page in vault["pages"].items()],
        "records": [
            {"store": store, "id": id, "version": version, "sealed": encode(sealed)}
            for (store, id), (version, sealed) in vault["records"].items()
        ],
        "pieces": [
            {"store": store, "id": id, "name": name, "index": index, "sealed": encode(sealed)}
            for (store, id, name, index), sealed in vault["pieces"].items()
        ],
    }


# Requests


def find_slot(record, way):
    if "code" in way:
        return next(slot for slot in record["slots"] if slot["kind"] == "code"), read_code(way["code"])
    slot = next(slot for slot in record["slots"] if slot["credentialId"] == way["credentialId"])
    if "secret" in way:
        results = [hmac.new(decode(way["secret"]), data, hashlib.sha256).digest() for data in prf_inputs(slot)]
    else:
        results = [decode(way["first"]), decode(way["second"])]
    return slot, secret_of_results(*results)


def answer_read(request):
    """Opens the vault in each of `ways`; `places` are records that are read whether they are in the ledger or not."""
    vault = vault_of_export(decode(request["file"])) if "file" in request else vault_of_json(request["vault"])
    keys = [open_key(vault, *find_slot(vault["record"], way)) for way in request["ways"]]
    check(len(set(keys)) == 1, "the ways lead to different keys")
    key = keys[0]
    generation = vault["record"]["generation"]
    answer = {
        "key": encode(key),
        "inputs": [
            [encode(data) for data in prf_inputs(slot)]
            for slot in vault["record"]["slots"]
            if slot["kind"] == "passkey"
        ],
        "entries": [[*place, version] for place, version in read_ledger(vault, key).items()],
    }
    if request.get("isPartial"):
        opened = [
            (store, id, *open_record(vault, key, store, id, version)[:2])
            for (store, id), (version, _) in vault["records"].items()
        ]
        piece = request["vault"]["piece"]
        place = [piece["store"], piece["id"], piece["name"], piece["index"]]
        context = piece_context(vault["record"], *place, piece["isLast"])
        answer["piece"] = encode(open_sealed(key, generation, context, vault["pieces"][tuple(place)])[1])
    else:
        opened = read_vault(vault, key)
    answer["values"] = [[store, id, format, encode(data)] for store, id, format, data in opened]
    return answer


def answer_write(request):
    values = [(store, id, format, decode(data)) for store, id, format, data in request["values"]]
    passkeys = [{**passkey, "secret": decode(passkey["secret"])} for passkey in request["passkeys"]]
    code = write_code(os.urandom(20))
    vault = write_vault(request["rpId"], decode(request["userHandle"]), passkeys, code, values, request.get("isPrivate", False))
    return {"code": code, "vault": json_of_vault(vault), "file": encode(export_of_vault(vault))}


def main():
    answers = {"read": answer_read, "write": answer_write}
    request = json.load(sys.stdin)
    try:
        answer = answers[sys.argv[1]](request)
    except Refused as refusal:
        answer = {"refused": str(refusal)}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
