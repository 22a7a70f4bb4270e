/** Pictures of report templates over real HTTP: what is taken, who has them, and that what was published and issued keeps its own. */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { ReadWorkbook, ReportDesign } from '../../../../model/contract/report/templates.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { JPEG_8, pngAs, pngChunk, pngHead, pngOf } from '../../../../tests/support/pictures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { unusedPictures } from './pictures.ts'

const PATH = '/api/report/template'
const REPORT = '/api/report/report'
const ISSUED = '/api/report/issued'
const NOBODYS = '01900000-0000-7000-8000-000000000000'

interface Kept {
  readonly id: string
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

const role = (roleCode: string, urls: readonly string[], hiddenButtons: RoleSeed['hiddenButtons'] = []): RoleSeed => ({
  ...{ roleCode, roleName: roleCode, roleDescription: '', menus: 'all', urls: [...urls], hiddenButtons, hiddenFields: [] },
})

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let reader: Client
let opener: Client
let stranger: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [role('READS', ['/report/report/query*']), role('OPENS', ['/report/template/query*'])],
    users: [buildUser({ username: 'reader', roles: ['READS'] }), buildUser({ username: 'opener', roles: ['OPENS'] })],
  })
  admin = await tenant.signIn('admin')
  reader = await tenant.signIn('reader')
  opener = await tenant.signIn('opener')
  stranger = await (await buildTenant(server)).signIn('admin')
})
afterAll(() => server.stop())

const dataOf = <Data>({ http, data, message, errors }: Answer<Data>): Data => {
  expect(http, JSON.stringify(errors ?? message)).toBe(200)
  return data
}
const send = (file: Buffer | undefined, { who = admin, name = 'picture.png', language = 'en' }: { who?: Client | undefined; name?: string; language?: string } = {}) => upload<Kept>(server.url, who, `${PATH}/uploadReportPicture`, file, { name, language }) // prettier-ignore
const readPicture = (id: string, who: Client = admin) => who.get<Kept & { content: string }>(`${PATH}/queryReportPicture`, { id })
const withPicture = (picture: string) => ({ ...EMPTY_TEMPLATE, columns: [110, 56], rows: [54], cells: { A1: { picture } } })
const begin = (content: object, who = admin) =>
  who.post<{ id: string }>(`${PATH}/importReportDesign`, { templateName: `pictured ${unique()}`, templateKind: 'other', content })
const owner = <Row>(text: string, values: readonly unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, [...values])).rows as Row[])
const contentOf = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
let made = 0
/** Another one each time. */
function picture(): Buffer {
  made += 1
  return pngOf(20, 10, () => [made, 30, 200])
}

describe('a picture', () => {
  it('is kept without what it says besides its pixels, once however often it is brought', async () => {
    const plain = picture()
    const more = [pngChunk('tEXt', Buffer.from('Comment\0where it was taken')), pngChunk('eXIf', Buffer.from('GPS'))]
    const chatty = Buffer.concat([plain.subarray(0, 33), ...more, plain.subarray(33)])
    const kept = dataOf(await send(chatty, { name: 'logo.svg' }))
    expect(kept).toEqual({ id: expect.any(String) as string, mediaType: 'image/png', width: 20, height: 10 })
    expect(dataOf(await readPicture(kept.id))).toEqual({ ...kept, content: contentOf(plain) })
    expect(dataOf(await send(plain))).toEqual(kept)
    expect(dataOf(await send(JPEG_8))).toMatchObject({ mediaType: 'image/jpeg', width: 8, height: 8 })
    // The same one in another tenant is another one.
    expect(dataOf(await send(plain, { who: stranger })).id).not.toBe(kept.id)
  })

  it('is one also where several bring it at once', async () => {
    const plain = picture()
    const all = await Promise.all(Array.from({ length: 6 }, () => send(plain)))
    expect(all.map(({ http }) => http)).toEqual(all.map(() => 200))
    expect(new Set(all.map((answer) => dataOf(answer).id)).size).toBe(1)
  })

  it.each<[string, () => Buffer | undefined, RegExp]>([
    [
      'SVG that calls itself PNG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /complete PNG and JPEG/,
    ],
    ['a GIF', () => Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;', 'latin1'), /complete PNG and JPEG/],
    ['a WebP', () => Buffer.from('RIFF0000WEBPVP8 '), /complete PNG and JPEG/],
    ['a PNG cut short', () => pngOf(20, 10).subarray(0, -5), /complete PNG and JPEG/],
    ['a JPEG cut short', () => JPEG_8.subarray(0, -2), /complete PNG and JPEG/],
    [
      'a hundred thousand by a hundred thousand',
      () => pngAs({ width: 100_000, height: 100_000, pixels: Buffer.alloc(9) }),
      /4,?000 pixels on each side/,
    ],
    ['4,000 by 4,000', () => pngAs({ width: 4000, height: 4000, pixels: Buffer.alloc(9) }), /12,?000,?000 in total/],
    [
      'a second size within',
      () => pngAs({ width: 2, height: 2, more: [pngHead({ width: 100_000, height: 100_000 })] }),
      /complete PNG and JPEG/,
    ],
    [
      'a PNG that unpacks to more than it says',
      () => pngAs({ width: 2, height: 2, pixels: Buffer.alloc(5_000_000) }),
      /complete PNG and JPEG/,
    ],
    [
      'a line filtered in no way that there is',
      () => pngAs({ width: 1, height: 1, pixels: Buffer.from([9, 0, 0, 0, 0]) }),
      /complete PNG and JPEG/,
    ],
    ['interlaced', () => pngAs({ width: 1, height: 1, interlace: 1 }), /interlaced/],
    ['nothing', () => Buffer.alloc(0), /empty/],
    ['no file', () => undefined, /empty/],
  ])('is none: %s', async (_name, file, sentence) => {
    expect(await send(file())).toMatchObject({ http: 422, message: expect.stringMatching(sentence) as string })
  })

  it('of two megabytes is not taken, and what is wrong is said in the language of the caller', async () => {
    const large = pngAs({ width: 10, height: 10, more: [pngChunk('tEXt', Buffer.alloc(2 * 1024 * 1024, 120))] })
    const { http, message } = await send(large)
    expect([http < 500 && http >= 400, message]).toEqual([true, expect.stringMatching(/1 ?MB/)])
    expect((await send(Buffer.from('<svg/>'), { language: 'zh-CN' })).message).toContain('不支持 SVG')
    expect((await send(Buffer.from('<svg/>'), { language: 'zh-TW' })).message).toContain('不支援 SVG')
  })

  it('is brought by whoever designs and told to whoever opens templates, to nobody else', async () => {
    const file = picture()
    const { id } = dataOf(await send(file))
    expect((await upload(server.url, undefined, `${PATH}/uploadReportPicture`, file)).http).toBe(401)
    expect((await fetch(`${server.url}${PATH}/queryReportPicture?id=${id}`)).status).toBe(401)
    expect([(await send(file, { who: opener })).http, (await send(file, { who: reader })).http]).toEqual([403, 403])
    expect([(await readPicture(id, opener)).http, (await readPicture(id, reader)).http]).toEqual([200, 403])
    const [foreign, none] = [await readPicture(id, stranger), await readPicture(NOBODYS)]
    expect([foreign.http, foreign.message]).toEqual([404, none.message])
  })

  it('counts for the quota of its tenant', async () => {
    const full = await buildTenant(server)
    const client = await full.signIn('admin')
    await owner('update tenants set storage_quota = 0 where id = $1', [full.id])
    expect(await send(picture(), { who: client })).toMatchObject({ http: 409 })
    expect(await owner('select id from report_pictures where tenant_id = $1', [full.id])).toEqual([])
  })
})

describe('a template', () => {
  it('names pictures of its own tenant alone: those of others are as unknown as those that nobody has', async () => {
    const { id } = dataOf(await send(picture()))
    const foreign = dataOf(await send(picture(), { who: stranger })).id
    const begun = dataOf(await begin(withPicture(id)))
    const refusals = await Promise.all(
      [foreign, NOBODYS].flatMap((other) => [
        begin(withPicture(other)),
        admin.post(`${PATH}/saveReportDraft`, { id: begun.id, content: withPicture(other), revision: 1 }),
        admin.post(`${PATH}/previewReportTemplate`, { id: begun.id, content: withPicture(other) }),
      ]),
    )
    const refused = { http: 422, errors: [{ field: 'A1', message: 'A1: the picture does not exist' }] }
    expect(refusals.map(({ http, errors }) => ({ http, errors }))).toEqual(Array(6).fill(refused))
    expect(dataOf(await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: begun.id })).content.cells).toEqual({
      A1: { picture: id },
    })
  })

  it('shows its pictures to whoever reads its report, with the page and with no address', async () => {
    const file = picture()
    const { id } = dataOf(await send(file))
    const begun = dataOf(await begin(withPicture(id)))
    const preview = dataOf(await admin.post<ReportPage>(`${PATH}/previewReportTemplate`, { id: begun.id, content: withPicture(id) }))
    // 104 by 50 of room: five times 20 by 10.
    expect(preview.boxes.map((box) => box.picture)).toEqual([{ id, x: 41, y: 38, width: 100, height: 50 }])
    expect(preview.pictures).toEqual({ [id]: contentOf(file) })
    dataOf(await admin.post(`${PATH}/publishReportTemplate`, { id: begun.id, revision: 1 }))
    const read = dataOf(await reader.get<ReportPage>(`${REPORT}/queryReportPage`, { report: begun.id }))
    expect(read.pictures).toEqual({ [id]: contentOf(file) })
    expect((await fetch(`${server.url}${REPORT}/queryReportPage?report=${begun.id}`)).status).toBe(401)
    const [pdf, xlsx, docx] = await Promise.all(
      ['exportPDFReport', 'exportReport', 'exportWordReport'].map(async (verb) => {
        const answer = await fetch(`${server.url}${REPORT}/${verb}?report=${begun.id}`, {
          headers: { authorization: `Bearer ${admin.token}` },
        })
        return Buffer.from(await answer.arrayBuffer())
      }),
    )
    expect(pdf?.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
    const book = new excel.Workbook()
    await book.xlsx.load(xlsx as never)
    expect(book.worksheets[0]?.getImages()).toHaveLength(1)
    expect(docx?.includes('word/media/picture1.png')).toBe(true)
  })

  it('keeps the pictures of its versions for good, those of its draft while it has them, and others for a month', async () => {
    const [published, drafted, taken, fresh] = await Promise.all([picture(), picture(), picture(), picture()].map(async (file) => dataOf(await send(file)).id)) // prettier-ignore
    const begun = dataOf(await begin(withPicture(published as string)))
    dataOf(await admin.post(`${PATH}/publishReportTemplate`, { id: begun.id, revision: 1 }))
    const save = async (content: object) => {
      const { revision } = dataOf(await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: begun.id }))
      return dataOf(await admin.post(`${PATH}/saveReportDraft`, { id: begun.id, content, revision }))
    }
    await save(withPicture(drafted as string))
    const ids = [published, drafted, taken, fresh]
    await owner("update report_pictures set used_at = now() - interval '31 days' where id = any($1)", [ids.slice(0, 3)])
    const blobs = async () => owner<{ id: string }>('select b.id from blobs b join report_pictures p on p.blob_id = b.id and p.tenant_id = b.tenant_id where p.id = any($1)', [ids]) // prettier-ignore
    expect(await blobs()).toHaveLength(4)
    await unusedPictures(server.services)()
    expect((await owner<{ id: string }>('select id from report_pictures where id = any($1)', [ids])).map(({ id }) => id).toSorted()).toEqual([published, drafted, fresh].toSorted()) // prettier-ignore
    expect(await blobs()).toHaveLength(3)
    // Whoever says so to the database itself is refused as well, and nothing of a picture changes.
    await expect(owner('delete from report_pictures where id = $1', [published])).rejects.toThrow('never removed')
    await expect(owner('update report_pictures set width = 1 where id = $1', [published])).rejects.toThrow('never changed')
    const read = dataOf(await reader.get<ReportPage>(`${REPORT}/queryReportPage`, { report: begun.id }))
    expect(Object.keys(read.pictures ?? {})).toEqual([published])
  })

  it('is issued with its picture, which it keeps whatever becomes of the template', async () => {
    const [before, after] = [picture(), picture()]
    const [first, second] = [dataOf(await send(before)).id, dataOf(await send(after)).id]
    const begun = dataOf(await begin(withPicture(first)))
    dataOf(await admin.post(`${PATH}/publishReportTemplate`, { id: begun.id, revision: 1 }))
    const issued = dataOf(await admin.post<{ id: string }>(`${ISSUED}/issueReport`, { report: begun.id }))
    const page = async () => dataOf(await admin.get<ReportPage>(`${ISSUED}/queryIssuedReportPage`, { id: issued.id, page: 1 }))
    expect((await page()).pictures).toEqual({ [first]: contentOf(before) })
    const { revision } = dataOf(await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: begun.id }))
    const saved = dataOf(await admin.post<{ revision: number }>(`${PATH}/saveReportDraft`, { id: begun.id, content: withPicture(second), revision })) // prettier-ignore
    dataOf(await admin.post(`${PATH}/publishReportTemplate`, { id: begun.id, revision: saved.revision }))
    const now = dataOf(await admin.get<ReportPage>(`${REPORT}/queryReportPage`, { report: begun.id }))
    expect(now.pictures).toEqual({ [second]: contentOf(after) })
    const kept = await page()
    expect(kept.pictures).toEqual({ [first]: contentOf(before) })
    expect(kept.boxes.filter((box) => box.picture)).toHaveLength(1)
    const pdf = await fetch(`${server.url}${ISSUED}/downloadIssuedReport?id=${issued.id}&format=pdf`, { headers: { authorization: `Bearer ${admin.token}` } }) // prettier-ignore
    expect((await buffer(Readable.fromWeb(pdf.body as never))).toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  })
})

describe('a form behind the pages', () => {
  const onForm = (picture: string, more: object = {}) => ({
    ...EMPTY_TEMPLATE,
    page: { ...EMPTY_TEMPLATE.page, background: { picture, ...more } },
    cells: { A1: { text: 'Record' } },
  })

  it('is one of its own tenant, refused where a cell would be', async () => {
    const { id } = dataOf(await send(picture()))
    const foreign = dataOf(await send(picture(), { who: stranger })).id
    const begun = dataOf(await begin(onForm(id)))
    for (const other of [foreign, NOBODYS])
      for (const answer of [
        await begin(onForm(other)),
        await admin.post(`${PATH}/saveReportDraft`, { id: begun.id, content: onForm(other), revision: 1 }),
        await admin.post(`${PATH}/previewReportTemplate`, { id: begun.id, content: onForm(other) }),
      ])
        expect(answer).toMatchObject({
          http: 422,
          errors: [{ field: 'page.background', message: 'page.background: the picture does not exist' }],
        })
  })

  it('shows in the preview and to whoever reads the report, and is printed and issued where the template says so', async () => {
    const file = picture()
    const { id } = dataOf(await send(file))
    for (const isPrinted of [false, true]) {
      const content = onForm(id, { isPrinted })
      const begun = dataOf(await begin(content))
      const preview = dataOf(await admin.post<ReportPage>(`${PATH}/previewReportTemplate`, { id: begun.id, content }))
      expect([preview.boxes[0]?.picture?.id, preview.pictures]).toEqual([id, { [id]: contentOf(file) }])
      dataOf(await admin.post(`${PATH}/publishReportTemplate`, { id: begun.id, revision: 1 }))
      const read = dataOf(await reader.get<ReportPage>(`${REPORT}/queryReportPage`, { report: begun.id }))
      expect(read.pictures).toEqual({ [id]: contentOf(file) })
      const pdf = await fetch(`${server.url}${REPORT}/exportPDFReport?report=${begun.id}`, { headers: { authorization: `Bearer ${admin.token}` } }) // prettier-ignore
      expect(/\/Subtype \/Image/.test(Buffer.from(await pdf.arrayBuffer()).toString('latin1'))).toBe(isPrinted)
      const issued = dataOf(await admin.post<{ id: string }>(`${ISSUED}/issueReport`, { report: begun.id }))
      // Whatever becomes of the template.
      const { revision } = dataOf(await admin.get<ReportDesign>(`${PATH}/queryReportDesign`, { id: begun.id }))
      dataOf(await admin.post(`${PATH}/saveReportDraft`, { id: begun.id, content: EMPTY_TEMPLATE, revision }))
      const page = dataOf(await admin.get<ReportPage>(`${ISSUED}/queryIssuedReportPage`, { id: issued.id, page: 1 }))
      expect(page.pictures).toEqual(isPrinted ? { [id]: contentOf(file) } : undefined)
    }
  })

  it('is kept while a draft or a version has it', async () => {
    const [published, drafted, taken] = await Promise.all([picture(), picture(), picture()].map(async (file) => dataOf(await send(file)).id)) // prettier-ignore
    const begun = dataOf(await begin(onForm(published as string)))
    const { revision } = dataOf(await admin.post<{ revision: number }>(`${PATH}/publishReportTemplate`, { id: begun.id, revision: 1 }))
    dataOf(await admin.post(`${PATH}/saveReportDraft`, { id: begun.id, content: onForm(drafted as string), revision }))
    await expect(owner('delete from report_pictures where id = $1', [published])).rejects.toThrow('never removed')
    const ids = [published, drafted, taken]
    await owner("update report_pictures set used_at = now() - interval '31 days' where id = any($1)", [ids])
    await unusedPictures(server.services)()
    expect((await owner<{ id: string }>('select id from report_pictures where id = any($1)', [ids])).map(({ id }) => id).toSorted()).toEqual([published, drafted].toSorted()) // prettier-ignore
  })
})

describe('a workbook', () => {
  const read = (file: Buffer) => upload<ReadWorkbook>(server.url, admin, `${PATH}/readReportWorkbook`, file, { name: 'form.xlsx' })
  async function bookOf(draw: (book: excel.Workbook, sheet: excel.Worksheet) => void): Promise<Buffer> {
    const book = new excel.Workbook()
    const sheet = book.addWorksheet('Form')
    sheet.getCell('A1').value = 'Record'
    draw(book, sheet)
    return Buffer.from(await book.xlsx.writeBuffer())
  }
  const images = (book: excel.Workbook, ...files: readonly Buffer[]) =>
    files.map((file) => book.addImage({ buffer: file as never, extension: 'png' }))

  it('brings its pictures along: as large as they were, where nothing else stands', async () => {
    const [one, other] = [picture(), picture()]
    const file = await bookOf((book, sheet) => {
      const [first, second, page] = images(book, one, other, Buffer.from('<svg/>')) as [number, number, number]
      sheet.addImage(first, 'B2:C4')
      // The same one again in a single cell, and one in a cell with a text.
      sheet.addImage(first, 'E2:E2')
      sheet.addImage(second, 'A1:A1')
      sheet.addImage(page, 'F6:F6')
    })
    const { content, pictures, losses } = dataOf(await read(file))
    const [id, ...more] = Object.keys(pictures)
    expect(more).toEqual([])
    expect(pictures).toEqual({ [id as string]: contentOf(one) })
    expect(content.cells).toMatchObject({ A1: { text: 'Record' }, B2: { picture: id }, E2: { picture: id } })
    expect(content.merges).toEqual(['B2:C4'])
    expect(losses).toContainEqual({ what: 'picture', count: 2, places: ['A1', 'F6'] })
    // Nothing is stored: its ids are of this answer alone, and the draft is kept with those that it gets then.
    expect((await begin(content)).http).toBe(422)
    const { id: stored } = dataOf(await send(one))
    const cells = Object.fromEntries(Object.entries(content.cells).map(([place, cell]) => [place, cell.picture ? { ...cell, picture: stored } : cell])) // prettier-ignore
    expect((await begin({ ...content, cells })).http).toBe(200)
  })

  it('that a template was saved as gives it back with its picture', async () => {
    const file = picture()
    const { id } = dataOf(await send(file))
    const template = { ...withPicture(id), columns: [60, 60], rows: [30, 30], merges: ['A1:B2'] }
    const begun = dataOf(await begin(template))
    const saved = await fetch(`${server.url}${PATH}/downloadReportDesign?id=${begun.id}`, { headers: { authorization: `Bearer ${admin.token}` } }) // prettier-ignore
    const { content, pictures, losses } = dataOf(await read(Buffer.from(await saved.arrayBuffer())))
    const [own] = Object.keys(pictures)
    expect(pictures).toEqual({ [own as string]: contentOf(file) })
    expect(content).toMatchObject({ cells: { A1: { picture: own } }, merges: ['A1:B2'] })
    expect(losses.filter(({ what }) => what === 'picture' || what === 'drawing')).toEqual([])
  })

  it('has no more pictures than a template, and tells what else is drawn', async () => {
    const file = await bookOf((book, sheet) => {
      for (let row = 2; row <= 13; row += 1) sheet.addImage(images(book, picture())[0] as number, `B${row}:B${row}`)
    })
    const { pictures, losses } = dataOf(await read(file))
    expect(Object.keys(pictures)).toHaveLength(10)
    expect(losses).toContainEqual({ what: 'picture', count: 2, places: ['B12', 'B13'] })
  })
})
