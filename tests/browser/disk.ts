/** The network disk as its tests see it, and files to put on it. */
import type { Locator, Page } from 'playwright-core'
import type { Client } from '../support/client.ts'
import { upload } from '../support/uploads.ts'
import type { Site } from './support.ts'
import { t } from './support.ts'

const FILE = '/api/file/file'
export const DISK = '/file/networkdisk'

interface Listed {
  list: { id: string; originalFilename: string; size: number }[]
}

let folders = 0

/** The files of the administrator, over HTTP. */
export function filesOf(site: Site) {
  const admin = (): Promise<Client> => site.client()
  const inside = async (parentId: string) => (await (await admin()).get<Listed>(`${FILE}/queryFile`, { parentId, pageSize: 100 })).data.list
  return {
    inside,
    namesIn: async (parentId: string) => (await inside(parentId)).map(({ originalFilename }) => originalFilename),
    /** A folder of the test's own, so that no test sees the files of another. */
    folder: async (name = `folder ${++folders}`, parentId = '0') =>
      (await (await admin()).post<string>(`${FILE}/addFolder`, { originalFilename: name, parentId })).data,
    put: async (id: string, name: string, content: Buffer | string) =>
      (await upload<{ id: string }>(site.url, await admin(), `${FILE}/uploadFile`, Buffer.from(content), { name, fields: { id } })).data.id,
  }
}

/** Opens a folder, or the place where one's own begin. */
export async function openDisk(site: Site, folder = '', as = 'admin', locale = 'en-US'): Promise<Page> {
  const page = await site.page({ as, locale })
  await page.goto(folder === '' ? DISK : `${DISK}?folder=${folder}`)
  await page
    .locator('.disk-crumbs li')
    .nth(folder === '' ? 0 : 1)
    .waitFor()
  return page
}

export const grid = (page: Page): Locator => page.getByRole('grid', { name: t('disk.entries') })
export const entry = (page: Page, name: string): Locator =>
  page.locator('.entry').filter({
    has: page
      .locator('.entry-name')
      .getByText(name, { exact: true })
      .or(page.locator(`.entry-name[title="${name}"]`)),
  })
export const shownNames = (page: Page) => page.locator('.entry .entry-name').allTextContents()
export const chosenNames = (page: Page) => page.locator('.entry[aria-selected=true] .entry-name').allTextContents()
