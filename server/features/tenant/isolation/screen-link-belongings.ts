/** For the self-test: a link to a published screen, and a display of it. */
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'

const LINK = '/screen/link'
type Ids = Readonly<Record<string, string>>

/** Gives the ids, by their tables, beside those of the screen. */
export async function giveScreenLink(
  admin: Caller,
  canary: string,
  screen: Ids,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const id = screen['screens'] ?? ''
  const asked = async <Data>(verb: string) => dataOf<Data>(await admin.ask({ method: 'GET', path: `/api${LINK}/${verb}?id=${id}` }))
  const { roles } = await asked<{ roles: { id: string }[] }>('queryScreenLink')
  const roleId = roles[0]?.id ?? ''
  const link = dataOf<{ id: string }>(await admin.post(`/api${LINK}/addScreenLink`, { id, linkName: `${canary} link`, roleId }))
  dataOf(await admin.post(`/api${LINK}/reportScreenDisplay`, { id, ...DISPLAY }))
  const { list } = await asked<{ list: { id: string }[] }>('queryScreenDisplay')
  return { ...screen, screen_links: link.id, 'screen_links: role': roleId, screen_displays: list[0]?.id ?? '' }
}

const DISPLAY = { display: 'probe-display', width: 1, height: 1, pixelRatio: 1, screenVersion: 1 }

/** What a call about links needs besides. */
export function screenLinkFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  if (!path.startsWith(`${LINK}/`)) return undefined
  const id = mine['screens']
  const known: Readonly<Record<string, object>> = {
    // Of one's own none is made anew by each question, and none is revoked.
    addScreenLink: { id: mine['screen_links'], linkName: 'probe', roleId: mine['screen_links: role'] },
    reportScreenDisplay: { id, ...DISPLAY },
  }
  return { id, ...known[path.slice(LINK.length + 1)] }
}
