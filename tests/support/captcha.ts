/** Images whose characters a test knows: it cannot read one, so it writes the answer of one that was really made. */
import { hashToken, newToken } from '../../server/identity/secrets.ts'
import { call } from './client.ts'
import type { TestServer } from './server.ts'

export const CHARACTERS = 'A7K2X'

type Known = Pick<TestServer, 'url' | 'database'>

/** A key whose image shows {@link CHARACTERS}; as if it had been made so many seconds ago. */
export async function captchaOf(server: Known, { secondsAgo = 0 } = {}): Promise<{ key: string; charCaptcha: string }> {
  const key = newToken()
  const answer = await call(server.url, 'GET', '/api/account/captcha/generateImageCaptcha', { query: { key } })
  if (answer.http !== 200) throw new Error(`there is no image: ${answer.http} ${answer.message}`)
  await makeKnown(server, key, secondsAgo)
  return { key, charCaptcha: CHARACTERS }
}

/** As if the image of this key showed {@link CHARACTERS}. */
export async function makeKnown({ database }: Known, key: string, secondsAgo = 0): Promise<void> {
  await database.asOwner((owner) =>
    owner.query('update captchas set answer_hash = $2, created_at = created_at - make_interval(secs => $3) where key_hash = $1', [
      hashToken(key),
      hashToken(`${key}\n${CHARACTERS}`),
      secondsAgo,
    ]),
  )
}
