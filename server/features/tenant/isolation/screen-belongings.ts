/** For the self-test: a published big screen with words in it that nobody else may read, and a picture of it. */
import { randomBytes } from 'node:crypto'
import { EMPTY_SCREEN } from '../../../../model/screens/read.ts'
import type { Route } from '../../../kernel/http/http.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { formOf } from './wire.ts'

const SCREEN = '/api/screen/screen'
/** A PNG of one white pixel. */
const PIXEL = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a49444154789c63f80f0001010100b138f6140000000049454e44ae426082',
  'hex',
)
const PAGE = 'page-1'

/** Gives the ids, by their tables. */
export async function giveScreen(
  admin: Caller,
  canary: string,
  dataOf: <Data>(answer: ProbeAnswer) => Data,
): Promise<Record<string, string>> {
  const text = { id: 'w1', kind: 'text', rect: [0, 0, 400, 80], options: { text: canary } }
  const content = { ...EMPTY_SCREEN, pages: [{ id: PAGE, title: canary, widgets: [text] }] }
  const { id } = dataOf<{ id: string }>(await admin.post(`${SCREEN}/importScreenFile`, { screenName: `${canary} screen`, content }))
  dataOf(await admin.post(`${SCREEN}/publishScreen`, { id, revision: 1 }))
  const picture = await formOf([], { name: `${canary}.png`, content: PIXEL })
  const kept = dataOf<{ id: string }>(await admin.ask({ method: 'POST', path: `${SCREEN}/uploadScreenPicture`, ...picture }))
  return { screens: id, screen_pictures: kept.id }
}

/** What a call about big screens needs besides; nothing of those that every noun has. */
export function screenFor({ path }: Pick<Route, 'path'>, mine: Readonly<Record<string, string>>): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const id = mine['screens']
  const screenName = () => `probe ${randomBytes(4).toString('hex')}`
  const known: Readonly<Record<string, () => object>> = {
    queryScreenDesign: () => ({ id }),
    saveScreenDraft: () => ({ id, content: EMPTY_SCREEN, revision: 1 }),
    publishScreen: () => ({ id, revision: 1 }),
    queryScreenVersion: () => ({ id }),
    queryScreenVersionContent: () => ({ id, screenVersion: 1 }),
    restoreScreenVersion: () => ({ id, screenVersion: 1, revision: 1 }),
    copyScreen: () => ({ id, screenName: screenName() }),
    queryScreenShown: () => ({ id }),
    queryScreenPage: () => ({ id, page: PAGE }),
    previewScreenPage: () => ({ content: EMPTY_SCREEN, page: PAGE }),
    uploadScreenPicture: () => ({}),
    uploadScreenMap: () => ({ reviewNumber: 'probe' }),
    queryScreenPicture: () => ({}),
    downloadScreenPicture: () => ({ id: mine['screen_pictures'] }),
    downloadScreenFile: () => ({ id }),
    importScreenFile: () => ({ screenName: screenName(), content: EMPTY_SCREEN }),
  }
  return path.startsWith('/screen/screen/') ? (known[verb]?.() as Record<string, unknown> | undefined) : undefined
}
