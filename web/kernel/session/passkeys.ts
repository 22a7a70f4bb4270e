/** Passkeys of this browser. Loaded when somebody uses one. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Creation = Parameters<typeof startRegistration>[0]['optionsJSON']
type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']

/** A new passkey as text for the server; nothing where the person, or the device, did not want to. */
export async function makePasskey(options: unknown): Promise<string | undefined> {
  return answerAsText(() => startRegistration({ optionsJSON: options as Creation }))
}

/** Signs what the server asks for, as the text it reads. */
export async function signWithPasskey(options: unknown): Promise<string | undefined> {
  return answerAsText(() => startAuthentication({ optionsJSON: options as Request }))
}

async function answerAsText(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await work())
  } catch {
    return undefined // whatever it was, the browser has said so itself
  }
}
