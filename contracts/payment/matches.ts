import { parseBrCode } from './read-br-code.ts'
import { formatPixKey, normalizePixKey } from './pix-key.ts'
import type { PixKeyType } from './pix-key.ts'

export type TypedKey = { type: PixKeyType; key: string }

/**
 * The fault of a pasted "copia e cola" beside the key typed, as a sentence for its field, or null when both name one
 * key. A typed key that is itself invalid has its own message: the code is then checked alone.
 */
export function checkPastedCode(pasted: string, typed: TypedKey): null | string {
  return check(
    pasted,
    typed,
    (found, expected) => `O código copia e cola é da chave ${found}, e não da chave informada (${expected}).`,
  )
}

/** The same for the text of a PIX QR code (null: none was found in the image). */
export function checkQrText(text: string | null, typed: TypedKey): null | string {
  if (text === null)
    return 'Não encontramos um QR Code nesta imagem. Envie a imagem gerada pelo aplicativo do seu banco.'
  return check(
    text,
    typed,
    (found, expected) => `O QR Code é da chave ${found}, e não da chave informada (${expected}).`,
  )
}

function check(
  text: string,
  { type, key }: TypedKey,
  mismatch: (found: string, expected: string) => string,
): null | string {
  const code = parseBrCode(text)
  if (!code.ok) return code.message
  const expected = normalizePixKey(type, key)
  if (!expected.ok || expected.key === keyInCode(type, code.key)) return null
  return mismatch(shown(type, code.key), formatPixKey(type, expected.key))
}

// A bank takes 11 bare digits in a code for a CPF, so only one with its country code is a phone.
function keyInCode(type: PixKeyType, key: string): string | null {
  if (type === 'phone' && !key.startsWith('+55')) return null
  const canonical = normalizePixKey(type, key)
  return canonical.ok ? canonical.key : null
}

function shown(type: PixKeyType, key: string): string {
  return keyInCode(type, key) === null ? key : formatPixKey(type, key)
}
