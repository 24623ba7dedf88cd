import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

// Loaded when a passkey is first used, so that nobody else pays for it.

type Json = Record<string, unknown>

/** The device makes a passkey; null when the person declined. */
export function makePasskey(options: Json): Promise<Json | null> {
  return orDeclined(startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }))
}

/** The device answers with a passkey that it has; null when the person declined. */
export function answerWithPasskey(options: Json): Promise<Json | null> {
  return orDeclined(startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }))
}

/** A device tells nothing of why there is no answer: declined, timed out, and nothing to choose from look alike. */
async function orDeclined(asked: Promise<object>): Promise<Json | null> {
  try {
    return (await asked) as Json
  } catch {
    return null
  }
}
