/** Screens for tests: published, with a number for each point. */
import { unique } from './builders.ts'
import type { Answer, Client } from './client.ts'
import { call } from './client.ts'

const SCREEN = '/api/screen/screen'
const LINK = '/api/screen/link'

/** A document of one page, which shows these points. */
export const screenOf = (points: readonly string[]) => ({
  format: 1,
  size: { width: 1920, height: 1080 },
  fit: 'contain',
  theme: 'wall',
  variables: [],
  figures: [],
  refresh: 60,
  pages: [
    {
      id: 'p1',
      title: 'One',
      widgets: points.map((point, at) => ({ id: `w${at}`, kind: 'number', rect: [0, at * 100, 400, 90], bind: { value: { point } } })),
    },
  ],
})

function dataOf<Data>({ http, data, message, errors }: Answer<Data>): Data {
  if (http !== 200) throw new Error(`${http} ${message} ${JSON.stringify(errors)}`)
  return data
}

/** Publishes the next version of a screen. */
export async function publish(client: Client, id: string, points: readonly string[]): Promise<void> {
  const { revision } = dataOf(await client.get<{ revision: number }>(`${SCREEN}/queryScreenDesign`, { id }))
  const saved = dataOf(await client.post<{ revision: number }>(`${SCREEN}/saveScreenDraft`, { id, content: screenOf(points), revision }))
  dataOf(await client.post(`${SCREEN}/publishScreen`, { id, revision: saved.revision }))
}

/** The id of a new screen that is published with these points. */
export async function buildScreen(client: Client, points: readonly string[]): Promise<string> {
  const { id } = dataOf(await client.post<{ id: string }>(`${SCREEN}/addScreen`, { screenName: `Screen ${unique()}`, screenStatus: 1 }))
  await publish(client, id, points)
  return id
}

/** A link to a screen, with its token. */
export async function buildLink(
  client: Client,
  screenId: string,
  roleId: string,
  more: object = {},
): Promise<{ readonly id: string; readonly token: string }> {
  return dataOf(
    await client.post<{ id: string; token: string }>(`${LINK}/addScreenLink`, { id: screenId, linkName: 'Hall', roleId, ...more }),
  )
}

export interface OpenedLink {
  readonly accessToken: string
  readonly screenId: string
  readonly expiresAt: number
  readonly language: string
  readonly zone: string
}

/** Opens a link as a display does. */
export const openLink = (
  url: string,
  token: string,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<OpenedLink>> =>
  call<OpenedLink>(url, 'POST', `${LINK}/openScreenLink`, { body: { token, ...more }, headers: { 'accept-language': 'en', ...headers } })

/** The screen and its page as the session behind a token is told of them. */
export const shownTo = (url: string, token: string, id: string, headers: Record<string, string> = {}) => {
  const authorization = { authorization: `Bearer ${token}`, 'accept-language': 'en', ...headers }
  return {
    screen: () => call<{ id: string }>(url, 'GET', `${SCREEN}/queryScreenShown`, { query: { id }, headers: authorization }),
    page: () =>
      call<{ points: { id: string; pointName: string | null }[]; values: [string, number, number | null][] }>(
        url,
        'POST',
        `${SCREEN}/queryScreenPage`,
        { body: { id, page: 'p1' }, headers: authorization },
      ),
    report: (more: object = {}) =>
      call<{ screenVersion: number; build: string }>(url, 'POST', `${LINK}/reportScreenDisplay`, {
        body: { id, display: 'display-1', width: 3840, height: 2160, pixelRatio: 2, screenVersion: 1, framesPerSecond: 60, ...more },
        headers: authorization,
      }),
  }
}
