/** LibreOffice and readers of PDFs and codes, as programs of their own: what tests/office-readers.test.ts asks of the files that the product writes. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** Debian's packages, by a program or a file of each. */
const PACKAGES: Readonly<Record<string, string>> = {
  '/usr/lib/libreoffice/program/libscfiltlo.so': 'libreoffice-calc-nogui',
  '/usr/lib/libreoffice/program/libmswordlo.so': 'libreoffice-writer-nogui',
  '/usr/share/fonts/truetype/crosextra/Carlito-Regular.ttf': 'fonts-crosextra-carlito',
  '/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf': 'fonts-liberation',
  pdftotext: 'poppler-utils',
  zbarimg: 'zbar-tools',
  qpdf: 'qpdf',
  unzip: 'unzip',
}
/** Those of them that this machine does not have. */
export const missingOffice = Object.entries(PACKAGES)
  .filter(([program]) => (program.startsWith('/') ? !existsSync(program) : !isProgram(program)))
  .map(([, name]) => name)

function isProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * The fonts that files name, and no others: with another font in their place lines break elsewhere, whatever else a machine has. Noto Sans SC is the one that the product
 * embeds in PDFs; Calibri is Carlito, and Times New Roman is Liberation Serif, which are as wide.
 */
function fontsIn(folder: string): string {
  const own = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))
  const folders = [own, ...['crosextra', 'liberation'].map((name) => `/usr/share/fonts/truetype/${name}`)]
  const path = join(folder, 'fonts.conf')
  writeFileSync(
    path,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>${folders.map((each) => `<dir>${each}</dir>`).join('')}<include>/etc/fonts/conf.d</include><cachedir>${join(folder, 'fonts')}</cachedir></fontconfig>`,
  )
  return path
}

/** What each file comes to as a PDF of LibreOffice, which is started once for all of them: paths beside theirs, by their names. */
export async function printedByOffice(folder: string, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const into = join(folder, 'printed')
  await exec(
    'soffice',
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      '--norestore',
      '--convert-to',
      'pdf',
      '--outdir',
      into,
      ...files,
    ],
    { timeout: 300_000, env: { ...process.env, HOME: folder, FONTCONFIG_FILE: fontsIn(folder) } },
  )
  return new Map(files.map((file) => [basename(file), join(into, basename(file).replace(/\.[^.]+$/, '.pdf'))]))
}

/** A word where pdftotext finds it, in points from the upper left corner of its page. */
export interface PlacedWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The words of each page. */
export async function placedWords(pdf: string): Promise<PlacedWord[][]> {
  const { stdout } = await exec('pdftotext', ['-bbox', pdf, '-'], { maxBuffer: 64_000_000 })
  const pages: PlacedWord[][] = []
  const found = /<page |<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g
  for (const [all, left, top, right, bottom, text = ''] of stdout.matchAll(found))
    if (all.startsWith('<page')) pages.push([])
    else
      pages.at(-1)?.push({
        text: text.replaceAll(/&(\w+);/g, (_, name: string) => SIGNS[name] ?? ''),
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      })
  return pages
}

/** What the codes on the pages of a PDF say, read from its raster as a camera would. */
export async function codesOf(folder: string, pdf: string): Promise<string[]> {
  const name = join(folder, `${basename(pdf, '.pdf')}-raster`)
  await exec('pdftoppm', ['-r', '200', '-gray', '-png', pdf, name])
  const { stdout: listed } = await exec('ls', [folder])
  const pictures = listed.split('\n').filter((each) => each.startsWith(`${basename(name)}-`))
  const found: string[] = []
  for (const picture of pictures)
    try {
      found.push((await exec('zbarimg', ['--nodbus', '--quiet', '--raw', join(folder, picture)])).stdout)
    } catch (error) {
      // Nothing on this page.
      if ((error as { code?: number }).code !== 4) throw error
    }
  return found.flatMap((each) => each.split('\n')).filter((line) => line !== '')
}

/** What qpdf finds wrong with a PDF, or unzip with a package; warnings are wrong as well. */
export async function faultOf(path: string): Promise<string | undefined> {
  try {
    await (path.endsWith('.pdf') ? exec('qpdf', ['--check', path]) : exec('unzip', ['-tqq', path]))
    return undefined
  } catch (error) {
    return `${basename(path)}: ${String((error as { stderr?: string }).stderr ?? error)}`
  }
}
