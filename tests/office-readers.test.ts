/**
 * What reports say to programs of other makers. LibreOffice prints their workbooks and Word documents: as many pages as their PDF has, each text at its place. zbarimg reads their codes from
 * the raster, qpdf and unzip look for what is broken. They are Debian's packages libreoffice-calc-nogui, libreoffice-writer-nogui, fonts-crosextra-carlito, fonts-liberation, poppler-utils,
 * zbar-tools, qpdf and unzip; `.ci/run` installs them. Without them a machine says so and skips; with CI set it fails.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../model/contract/report/reports.ts'
import { resources } from '../model/index.ts'
import { REPORT_CODES } from '../model/reports/built-in/asked.ts'
import { openMeasure, writeBoxes } from '../server/documents/index.ts'
import { everyPage } from './support/report-sheets.ts'
import { paginate, writeReportDocx, writeReportXlsx } from '../server/reports/index.ts'
import type { PlacedWord } from './support/office.ts'
import { codesOf, faultOf, missingOffice, placedWords, printedByOffice } from './support/office.ts'
import { placedLike } from './support/placed-boxes.ts'
import { temporaryFolder } from './support/process.ts'
import { BARS, PLACE, SHEETS } from './support/printed-sheets.ts'
import type { ReportedDay } from './support/reported-day.ts'
import { FIGURES, buildReportedDay } from './support/reported-day.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { amount, sampleOf } from './support/thorough.ts'
import { addRow } from './support/values.ts'

it.runIf(process.env['CI'])('they are there, where everything has to be tested', () => {
  expect(missingOffice).toEqual([])
})
if (missingOffice.length > 0)
  process.stderr.write(`Readers of office files are not tested: this machine has no ${missingOffice.join(', ')} (Debian's packages).\n`)

/** Each costs LibreOffice a good second of processor time, and what is wrong with one way of writing shows in each of them. */
const REPORTS = sampleOf('reports in office programs', REPORT_CODES, amount({ quick: 3, ci: 3, touched: 6, thorough: REPORT_CODES.length }))
/** Of all devices they are two pages wide. */
const WIDE = new Set<string>(['curing-room', 'day-sheet'])
const FORMATS = { xlsx: 'exportReport', docx: 'exportWordReport', pdf: 'exportPDFReport' } as const

describe.skipIf(missingOffice.length > 0)('office programs', () => {
  const folder = temporaryFolder()
  let server: TestServer
  let built: ReportedDay
  let printed: ReadonlyMap<string, string>
  const pages = new Map<string, Parameters<typeof placedLike>[0]>()

  const save = (name: string, bytes: Buffer) => {
    const path = join(folder.path, name)
    writeFileSync(path, bytes)
    return path
  }
  const fetched = async (path: string, query: Readonly<Record<string, string>>, body?: object) => {
    const answer = await fetch(`${server.url}/api${path}?${new URLSearchParams(query).toString()}`, {
      headers: { authorization: `Bearer ${built.admin.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    expect(answer.status, path).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }

  beforeAll(async () => {
    server = await startServer()
    built = await buildReportedDay(server)
    const files: string[] = []
    for (const report of REPORTS) {
      // Names at the edge of pages beside each other are cut, by each program in its own way: the sheet `beside` asks of such pages.
      const deviceId = WIDE.has(report) ? built.whole.id : undefined
      pages.set(report, await built.pagesOf(report, deviceId))
      for (const [format, verb] of Object.entries(FORMATS)) {
        const path = save(`${report}-${format}.${format}`, await fetched(`/report/report/${verb}`, built.asked(report, deviceId)))
        if (format !== 'pdf') files.push(path)
      }
    }
    for (const [name, { sheet }] of Object.entries(SHEETS)) {
      const paged = await paginate(sheet, await openMeasure())
      const all = await everyPage(paged)
      pages.set(name, all)
      const about = { title: name, author: 'Works', locale: 'en' }
      save(`${name}-pdf.pdf`, await buffer(Readable.from(writeBoxes({ ...about, pages: all }))))
      files.push(
        save(`${name}-xlsx.xlsx`, await buffer(Readable.from(writeReportXlsx(sheet, name)))),
        save(`${name}-docx.docx`, await buffer(Readable.from(writeReportDocx(sheet, { locale: 'en', header: 'Works' })))),
      )
    }
    printed = await printedByOffice(folder.path, files)
  }, 600_000)
  afterAll(async () => {
    await server.stop()
    folder.remove()
  })

  /** The pages of a print, without those of the sheet on which a workbook has the data of its charts: they have no number at their foot. */
  async function printOf(name: string, format: 'xlsx' | 'docx'): Promise<PlacedWord[][]> {
    const all = await placedWords(printed.get(`${name}-${format}.${format}`) ?? expect.fail(name))
    return all.filter((words) => words.some(({ text }, at) => text === '/' && /^\d+$/.test(words[at - 1]?.text ?? '')))
  }

  describe.each([...REPORTS, ...Object.keys(SHEETS)])('%s', (name) => {
    it.each(['xlsx', 'docx'] as const)('has the pages of its PDF as %s, and each text within 2 mm of its place', async (format) => {
      const wanted = pages.get(name) ?? expect.fail(name)
      const own = await placedWords(join(folder.path, `${name}-pdf.pdf`))
      expect(own).toHaveLength(wanted.length)
      if (name in SHEETS) expect(wanted).toHaveLength(SHEETS[name]?.pages ?? 0)
      const others = await printOf(name, format)
      const { texts, wrong, farthest } = placedLike(wanted, own, others)
      expect({ pages: others.length, wrong }).toEqual({ pages: wanted.length, wrong: [] })
      if (process.env['SAY_DISTANCES']) process.stdout.write(`${name} ${format}: ${((farthest * 25.4) / 72).toFixed(2)} mm\n`)
      for (const figure of FIGURES[name as keyof typeof FIGURES] ?? []) expect(texts).toContain(figure)
    })
  })

  it('reads the codes of a sheet from each of its files', async () => {
    for (const path of [join(folder.path, 'codes-pdf.pdf'), printed.get('codes-xlsx.xlsx'), printed.get('codes-docx.docx')])
      expect((await codesOf(folder.path, path ?? '')).toSorted(), path).toEqual([PLACE, BARS].toSorted())
  })

  it('reads the labels of devices, and the address on an issued report', async () => {
    const [first, second] = Object.values(built.devices)
    const ids = [first?.id ?? '', second?.id ?? '']
    const labels = save('labels.pdf', await fetched('/acquisition/device/printDeviceLabel', {}, { id: ids, perPage: '24' }))
    const { publicUrl } = server.services.config
    expect((await codesOf(folder.path, labels)).toSorted()).toEqual(ids.map((id) => `${publicUrl}/acquisition/device?id=${id}`).toSorted())
    const { data, http } = await built.admin.post<{ id: string }>('/api/report/issued/issueReport', built.asked('degree-days'))
    expect(http).toBe(200)
    const issued = save('issued.pdf', await fetched('/report/issued/downloadIssuedReport', { id: data.id, format: 'pdf' }))
    const detail = await built.admin.get<{ count: number }>('/api/report/issued/queryIssuedReportPage', { id: data.id, page: 1 })
    const last = await built.admin.get<ReportPage>('/api/report/issued/queryIssuedReportPage', { id: data.id, page: detail.data.count })
    const words = last.data.boxes.flatMap(({ lines }) => lines.map(({ text }) => text)).join('')
    const [address] = /https?:\/\/[^\s]*\/verify\/[A-Za-z0-9_-]{43}/.exec(words) ?? expect.fail(words)
    expect(await codesOf(folder.path, issued)).toEqual([address])
    expect([await faultOf(labels), await faultOf(issued)]).toEqual([undefined, undefined])
  })

  it('reads the labels of machines: each leads to its machine, by the page that scans', async () => {
    const machines = [await addRow(built.admin, resources.equipment), await addRow(built.admin, resources.equipment)]
    const ids = machines.map(({ id }) => id).toSorted()
    const labels = save('machine-labels.pdf', await fetched('/maintenance/equipment/printEquipmentLabel', {}, { id: ids }))
    const codes = await codesOf(folder.path, labels)
    const scanPage = `${server.services.config.publicUrl}/maintenance/scan?token=`
    expect(codes.map((code) => code.slice(0, scanPage.length))).toEqual([scanPage, scanPage])
    const scanned: string[] = []
    for (const code of codes) {
      const token = new URL(code).searchParams.get('token')
      const { http, data } = await built.admin.post<{ id: string }>('/api/maintenance/equipment/scanEquipment', { token })
      expect(http, code).toBe(200)
      scanned.push(data.id)
    }
    expect(scanned.toSorted()).toEqual(ids)
    expect(await faultOf(labels)).toBeUndefined()
  })

  it('finds nothing wrong with any of the files', async () => {
    const names = [...REPORTS, ...Object.keys(SHEETS)].flatMap((name) =>
      ['pdf', 'xlsx', 'docx'].map((format) => `${name}-${format}.${format}`),
    )
    const faults: (string | undefined)[] = []
    for (const name of names) faults.push(await faultOf(join(folder.path, name)))
    expect(faults.filter(Boolean)).toEqual([])
  })
})
