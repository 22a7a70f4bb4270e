/** For the self-test: a screen with a link, which is shown to nobody else. */
import { screens } from '../../../../model/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { addRow } from './values.ts'

const LINK = '/screen/link'
type Ids = Readonly<Record<string, string>>

/** Gives the ids, by their tables. */
export async function giveScreenLink(
  admin: Caller,
  canary: string,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const { id } = await addRow(admin, screens, { screenName: `${canary} wall` })
  const { roles } = dataOf<{ roles: { id: string }[] }>(await admin.ask({ method: 'GET', path: `/api${LINK}/queryScreenLink?id=${id}` }))
  const roleId = roles[0]?.id ?? ''
  const link = dataOf<{ id: string }>(await admin.post(`/api${LINK}/addScreenLink`, { id, linkName: `${canary} link`, roleId }))
  return { 'screens: with a link': id, screen_links: link.id, 'screen_links: role': roleId }
}

/** What a call about links needs besides. */
export function screenLinkFor({ path }: Pick<Route, 'path'>, mine: Ids): Record<string, unknown> | undefined {
  if (!path.startsWith(`${LINK}/`)) return undefined
  const id = mine['screens: with a link']
  const verb = path.slice(LINK.length + 1)
  const known: Readonly<Record<string, object>> = {
    // Of one's own none is made anew by each question.
    addScreenLink: { id: mine['screen_links'], linkName: 'probe', roleId: mine['screen_links: role'] },
    deleteScreenLink: { id },
    reportScreenDisplay: { id, display: 'probe-display', width: 1, height: 1, pixelRatio: 1, screenVersion: 1 },
  }
  return { id, ...known[verb] }
}
