/**
 * Renews an expired access token once, however many calls and tabs found it expired at the same moment: a refresh token
 * is good for one use, so the second tab must wait and then take what the first one got.
 */
import type { Envelope } from '../../../model/contract/envelope.ts'
import type { TokenAnswer } from '../../../model/contract/account/sign-in.ts'
import { REFRESH_BY_COOKIE, token } from '../../../model/contract/account/sign-in.ts'
import { currentLanguage } from '../i18n/i18n.ts'
import { holdsOwnToken, keepToken, readFormerRefreshToken, readToken, readTokenAnew } from './token.ts'
import { urlOf } from './url.ts'

/** The browser is a public client: it has a name and no secret (RFC 6749, section 2.1). */
export const CLIENT = { client_id: 'ui', scope: 'ui' } as const
export const CLIENT_HEADER = `Basic ${btoa('ui:')}`

let running: Promise<boolean> | undefined

/** True when there is a newer token than `used`, so that the call is worth repeating. */
export function renewToken(used: string | undefined): Promise<boolean> {
  running ??= alone(() => renew(used)).finally(() => {
    running = undefined
  })
  return running
}

/** Only in a secure context do tabs see each other's locks; elsewhere each tab takes care of itself. */
function alone(work: () => Promise<boolean>): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager }
  return locks ? locks.request('token-renewal', work) : work()
}

async function renew(used: string | undefined): Promise<boolean> {
  const now = await readTokenAnew()
  if (now && now !== used) return true
  // That of a display lasts as long as it may: it is opened anew by its link, and the refresh token of this browser is somebody else's.
  if (holdsOwnToken()) return false
  // Signed out, here or in another tab: the cookie with the refresh token may be there still, and is not to be used.
  if (!now) return false
  const former = readFormerRefreshToken()
  try {
    const response = await fetch(urlOf(token), {
      method: 'POST',
      credentials: 'same-origin',
      headers: { Authorization: CLIENT_HEADER, 'Accept-Language': currentLanguage(), ...REFRESH_BY_COOKIE },
      body: new URLSearchParams({ ...CLIENT, grant_type: 'refresh_token', ...(former ? { refresh_token: former } : {}) }),
      signal: AbortSignal.timeout(5000),
    })
    const body = (await response.json()) as Envelope<TokenAnswer | null>
    if (body.status !== 200 || !body.data?.access_token) return false
    keepToken(body.data.access_token)
    // Browsers may write a cookie after the statement that sets it. Read back before the lock is given on: the tab that waits for it
    // would find the old token, and renew once more.
    return readToken() === body.data.access_token
  } catch {
    return false
  }
}
