/**
 * Files as people choose them. Of a picture the part to keep, by mouse and by keyboard; what is under way holds a form back.
 * Workbooks read in the browser (web/shared/files/workbook/read.ts): as their writers meant them, and refused where they are no good.
 */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pngOf } from '../support/pictures.ts'
import type { Parts } from '../support/workbooks.ts'
import { partsOf, rawZip, workbookOf, worksheet, zipped } from '../support/workbooks.ts'
import { addressOf, eventually, focused, message, openSite, recordCalls, t } from './support.ts'

const site = openSite()
const PROFILE = '/profile/index'
const UPLOAD = '/api/account/sysuserdetail/uploadAvatar'

const [RED, GREEN, BLUE, WHITE] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
] as const
/** Four stripes of 100 by 200. */
const stripes = {
  name: 'stripes.png',
  mimeType: 'image/png',
  buffer: pngOf(400, 200, (x) => [RED, GREEN, BLUE, WHITE][Math.floor(x / 100)] ?? WHITE),
}

const dialog = (page: Page) => page.getByRole('dialog', { name: t('image.crop') })
const view = (page: Page) => dialog(page).getByRole('group', { name: t('image.move') })
const zoom = (page: Page) => dialog(page).getByRole('slider', { name: t('image.zoom') })
const apply = (page: Page) => dialog(page).getByRole('button', { name: t('image.apply') })
const input = (page: Page): Locator => page.locator('input[type=file]').first()

async function profile(): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto(PROFILE)
  await input(page).waitFor({ state: 'attached' })
  return page
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 5 && (await target.and(page.locator(':focus')).count()) === 0; step += 1) await page.keyboard.press('Tab')
  await focused(target)
}

interface Seen {
  readonly width: number
  readonly height: number
  readonly left: readonly number[]
  readonly right: readonly number[]
}

/** What the server holds now: its size, and the colours in the middle of its left and right edge. */
async function stored(page: Page): Promise<Seen> {
  const client = await site.client()
  const {
    data: { avatar },
  } = await client.get<{ avatar: string }>('/api/uaa/users/getSysUser')
  const response = await fetch(`${site.url}${avatar}`, { headers: { authorization: `Bearer ${client.token}` } })
  const content = Buffer.from(await response.arrayBuffer()).toString('base64')
  return page.evaluate<Seen>(`(async () => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob('${content}'), (letter) => letter.charCodeAt(0))]))
    const pen = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height }).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const at = (x) => [...pen.getImageData(x, picture.height >> 1, 1, 1).data].slice(0, 3)
    return { width: picture.width, height: picture.height, left: at(1), right: at(picture.width - 2) }
  })()`)
}

describe('the picture of the profile', () => {
  test('is cut by the mouse: dragged, zoomed by the wheel, and stored as a square', async () => {
    const page = await profile()
    await input(page).setInputFiles(stripes)
    const box = await view(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 140, (box?.y ?? 0) + 140]
    // Of the 200 pixels that are shown 100 are half of the view: what was at its left edge comes to the middle.
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 5)
    await page.mouse.move(x + (box?.width ?? 0) / 2, y)
    await page.mouse.up()
    await page.mouse.move(x, y)
    await apply(page).click()
    await message(page, t('avatar.saved')).waitFor()
    expect(await stored(page)).toEqual({ width: 200, height: 200, left: RED, right: GREEN })

    await input(page).setInputFiles(stripes)
    await view(page).hover()
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, -120)
    await eventually(() => zoom(page).inputValue()).toBe('4')
    await apply(page).click()
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => stored(page)).toEqual({ width: 50, height: 50, left: GREEN, right: BLUE })
  })

  test('is cut by the keyboard alone, and left as it was with Escape', async () => {
    const page = await profile()
    const calls = recordCalls(page)
    await input(page).focus()
    await input(page).setInputFiles(stripes)
    await view(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await focused(input(page))
    expect(calls.filter(({ path }) => path === UPLOAD)).toEqual([])

    await input(page).setInputFiles(stripes)
    await view(page).waitFor()
    await tabTo(page, view(page))
    await page.keyboard.press('Tab')
    await focused(zoom(page))
    await page.keyboard.press('End')
    await eventually(() => zoom(page).inputValue()).toBe('4')
    await page.keyboard.press('Shift+Tab')
    // Each moves the picture by a twentieth of the 50 pixels that are shown: the blue stripe comes into the view as a whole.
    for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft')
    await tabTo(page, apply(page))
    await page.keyboard.press('Enter')
    await message(page, t('avatar.saved')).waitFor()
    expect(await stored(page)).toEqual({ width: 50, height: 50, left: BLUE, right: BLUE })
    await focused(input(page))
  })

  test('is refused by its kind and its size before it is sent, in the words of the specification', async () => {
    const page = await profile()
    const calls = recordCalls(page)
    await input(page).setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await message(page, 'Uploaded avatar image can only be JPG/PNG format').waitFor()
    await input(page).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024) })
    await message(page, 'Uploaded avatar image size cannot exceed 10MB').waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(calls.filter(({ path }) => path === UPLOAD)).toEqual([])
  })
})

/** Holds back the answers of a path until they are let go. */
async function holdBack(page: Page, path: string): Promise<() => void> {
  const { promise: gate, resolve: letGo } = Promise.withResolvers<undefined>()
  await page.route(`**${path}*`, async (route) => {
    await gate
    await route.continue()
  })
  return () => letGo(undefined)
}

test('a form is not sent while a picture of it is on its way', async () => {
  const page = await profile()
  const calls = recordCalls(page)
  const letGo = await holdBack(page, UPLOAD)
  await input(page).setInputFiles(stripes)
  await apply(page).click()
  await dialog(page).waitFor({ state: 'detached' })
  const saved = () => calls.filter(({ path }) => path.endsWith('/updateSysUserDetail')).length
  await page.getByRole('button', { name: t('common.save') }).click()
  await message(page, 'Uploading, please wait for files to finish').waitFor()
  letGo()
  await message(page, t('avatar.saved')).waitFor()
  expect(saved()).toBe(0)
  await page.getByRole('button', { name: t('common.save') }).click()
  await message(page, t('profile.saved')).waitFor()
  expect(saved()).toBe(1)
})

test('a picture that arrives while its page rests is in the text when the page is shown again', async () => {
  const page = await site.page({ as: 'admin' })
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  await page.goto('/workbench')
  await page.locator('html[data-address="/workbench"]').waitFor()
  await page.goto('/template/editor')
  await page.getByRole('textbox', { name: t('editor.text') }).waitFor()
  const letGo = await holdBack(page, '/api/file/file/uploadFile')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Insert', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Image…' }).click()
  await (await chooser).setFiles(stripes)
  await page.getByText('The picture is being uploaded …').waitFor()
  await page
    .getByRole('navigation', { name: t('tags.title') })
    .locator('a[href="/workbench"]')
    .click()
  await eventually(() => addressOf(page)).toBe('/workbench')
  const arrived = page.waitForResponse(/uploadFile/)
  letGo()
  await (await arrived).finished()
  await page
    .getByRole('navigation', { name: t('tags.title') })
    .locator('a[href="/template/editor"]')
    .click()
  await eventually(() => page.evaluate('[...document.querySelectorAll(".rich-content img")].map((image) => image.naturalWidth)')).toEqual([
    400, 400,
  ])
  expect(await page.getByText('The picture is being uploaded …').count()).toBe(0)
  expect(broken).toEqual([])
})

test('a banner is cut to sixteen by nine', async () => {
  const page = await site.page({ as: 'admin' })
  await page.goto('/template/image-upload')
  const card = page.locator('.example-card', { hasText: t('image.banner') })
  await card.locator('input[type=file]').setInputFiles(stripes)
  await apply(page).click()
  await eventually(() =>
    page.evaluate('[...document.querySelectorAll(".image-preview img")].map((image) => [image.naturalWidth, image.naturalHeight])'),
  ).toEqual([[356, 200]])
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function reader(): Promise<Page> {
  const page = await site.page({ as: 'admin' })
  await page.goto('/template/upload-excel')
  await page.locator('main input[type=file]').waitFor({ state: 'attached' })
  return page
}

const give = (page: Page, buffer: Buffer, name: string) =>
  page.locator('main input[type=file]').setInputFiles({ name, mimeType: XLSX, buffer })

/** The rows below the headings, as the page shows them. */
async function rowsOf(page: Page, buffer: Buffer, name: string): Promise<string[][]> {
  await give(page, buffer, name)
  const table = page.getByRole('region', { name, exact: true })
  await table.getByRole('cell').first().waitFor()
  return Promise.all(
    (
      await table
        .getByRole('row')
        .filter({ has: page.getByRole('cell') })
        .all()
    ).map((row) => row.getByRole('cell').allInnerTexts()),
  )
}

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
const HEADINGS = ['Text', 'Day', 'Moment', 'Code', 'Formula', 'True', 'Error', 'Nothing', 'Far']
const headings = `<row r="1">${HEADINGS.map((name, at) => text(`${'ABCDEFGHI'[at]}1`, name)).join('')}</row>`
/** Of a text in runs with a reading aid, a day, a moment and a code by their formats, a formula, a truth, an error, a gap. */
const dialect: Parts = partsOf(
  worksheet(`${headings}
  <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45292</v></c><c r="C2" s="2"><v>45292.75</v></c><c r="D2" s="3"><v>123</v></c>
  <c r="E2"><f>SUM(1,2)</f><v>3</v></c><c r="F2" t="b"><v>1</v></c><c r="G2" t="e"><v>#DIV/0!</v></c><c r="I2" t="str"><f>"f"&amp;"ar"</f><v>far</v></c></row>
  <row r="4"><c r="A4" t="inlineStr"><is><t>two_x0020_lines</t></is></c><c r="E4"><f>NOW()</f></c></row>`),
  {
    'xl/sharedStrings.xml':
      '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>other</t></si><si><r><t xml:space="preserve">Concrete </t></r><r><t>C30</t></r><rPh sb="0" eb="1"><t>aid</t></rPh></si></sst>',
    'xl/styles.xml':
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="170" formatCode="yyyy/mm/dd hh:mm"/><numFmt numFmtId="171" formatCode="00000"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>',
  },
)
const meant = [
  ['Concrete C30', '2024-01-01', '2024-01-01 18:00:00', '00123', '3', 'true', '#DIV/0!', '', 'far'],
  ['', '', '', '', '', '', '', '', ''],
  ['two lines', '', '', '', '', '', '', '', ''],
]

/** The same, by a program that writes the namespace with a prefix. */
function prefixed(parts: Parts): Parts {
  return Object.fromEntries(
    Object.entries(parts).map(([name, xml]) => [
      name,
      /sheet1|sharedStrings|styles|workbook\.xml$/.test(name)
        ? String(xml)
            .replace(/<(\/?)(?=[a-zA-Z])/g, '<$1x:')
            .replace('xmlns="', 'xmlns:x="')
        : xml,
    ]),
  )
}

const withSheet = (parts: Parts, sheet: string): Parts => ({ ...parts, 'xl/worksheets/sheet1.xml': sheet })
const usual = partsOf(worksheet('<row><c><v>1</v></c></row>'))
const entries = (parts: Parts) => Object.entries(parts).map(([name, content]) => ({ name, content: Buffer.from(content) }))

describe('a workbook', () => {
  test('is read as it was meant, formulas by what they gave', async () => {
    const page = await reader()
    expect(await rowsOf(page, await zipped(dialect), 'plain.xlsx')).toEqual(meant)
    expect(await rowsOf(page, await zipped(prefixed(dialect)), 'prefixed.xlsx')).toEqual(meant)
  })

  test('counts its days from 1904 where it says so, and shows its first sheet that is not hidden', async () => {
    const page = await reader()
    const book = String(dialect['xl/workbook.xml']).replace(
      '<sheets>',
      '<workbookPr date1904="1"/><sheets><sheet name="Secret" sheetId="2" state="hidden" r:id="none"/>',
    )
    expect((await rowsOf(page, await zipped({ ...dialect, 'xl/workbook.xml': book }), 'mac.xlsx'))[0]?.slice(0, 3)).toEqual([
      'Concrete C30',
      '2028-01-02',
      '2028-01-02 18:00:00',
    ])
  })

  test('is refused with the reason where it is damaged, too large or not to be trusted', async () => {
    const page = await reader()
    const whole = await workbookOf([['a'], ['b']])
    const cases: [name: string, why: string, content: Buffer][] = [
      ['cut short.xlsx', 'unreadable', whole.subarray(0, whole.length - 40)],
      ['no archive.xlsx', 'unreadable', Buffer.from('PK\x03\x04 and nothing else')],
      ['no end.xlsx', 'unreadable', await zipped(withSheet(usual, '<worksheet><sheetData>'))],
      [
        'no sheet part.xlsx',
        'unreadable',
        await zipped(Object.fromEntries(Object.entries(usual).filter(([name]) => !name.endsWith('sheet1.xml')))),
      ],
      [
        'lies about its size.xlsx',
        'unreadable',
        rawZip(
          entries(usual).map((entry) =>
            entry.name.endsWith('sheet1.xml')
              ? { ...entry, content: Buffer.concat([entry.content, Buffer.alloc(5_000_000, 32)]), claims: 100 }
              : entry,
          ),
        ),
      ],
      [
        'all hidden.xlsx',
        'no-sheet',
        await zipped({ ...usual, 'xl/workbook.xml': String(usual['xl/workbook.xml']).replace('<sheet ', '<sheet state="hidden" ') }),
      ],
      ['large file.xlsx', 'too-big', Buffer.alloc(10 * 1024 * 1024)],
      [
        'bomb.xlsx',
        'too-big',
        rawZip(entries(usual).map((entry) => (entry.name.endsWith('sheet1.xml') ? { ...entry, claims: 61 * 1024 * 1024 } : entry))),
      ],
      ['long.xlsx', 'too-long', await zipped(withSheet(usual, worksheet('<row r="20001"><c r="A20001"><v>1</v></c></row>')))],
      ['wide.xlsx', 'too-wide', await zipped(withSheet(usual, worksheet('<row r="1"><c r="GS1"><v>1</v></c></row>')))],
      [
        'declares.xlsx',
        'unsafe',
        await zipped(withSheet(usual, `<!DOCTYPE worksheet [<!ENTITY a "b">]>${worksheet('<row><c t="str"><v>&a;</v></c></row>')}`)),
      ],
      [
        'crowded.xlsx',
        'unsafe',
        rawZip([...entries(usual), ...Array.from({ length: 1000 }, (_, at) => ({ name: `x${at}`, content: Buffer.from('') }))]),
      ],
      ['rows.csv', 'type', Buffer.from('a,b')],
      ['nothing.xlsx', 'empty', Buffer.alloc(0)],
    ]
    for (const [name, why, content] of cases) {
      await give(page, content, name)
      await eventually(() => page.locator('main').getByRole('alert').allInnerTexts()).toEqual([
        `${name}: ${t(`workbook.${why}` as Parameters<typeof t>[0])}`,
      ])
    }
    // Within the bounds to the last row and column, and after all that was refused.
    expect(
      (
        await rowsOf(
          page,
          await zipped(
            withSheet(usual, worksheet('<row r="1"><c r="GR1" t="str"><v>last</v></c></row><row r="2"><c r="GR2"><v>7</v></c></row>')),
          ),
          'widest.xlsx',
        )
      )[0],
    ).toHaveLength(200)
  })
})
