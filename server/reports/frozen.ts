/** The pages of an issued report as they are kept: compressed lines of JSON, the head first, then each page. */
import { Readable, pipeline } from 'node:stream'
import type { Duplex, Readable as Stream } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import type { BoxPage } from '../documents/index.ts'
import type { FrozenPicture } from './pictures.ts'

/** What is known of the pages before they are read. */
export interface FrozenHead {
  readonly format: 1
  readonly title: string
  /** Pages that follow. */
  readonly count: number
  readonly width: number
  readonly height: number
  /** Those that its pages name, by their ids: whatever becomes of the template, they stay. Absent where there are none. */
  readonly pictures?: Readonly<Record<string, FrozenPicture>>
}

/** The bytes to keep. What fails while pages are made fails where the bytes are read. */
export function freeze(head: FrozenHead, pages: Iterable<BoxPage> | AsyncIterable<BoxPage>): AsyncIterable<Buffer> {
  async function* lines() {
    yield `${JSON.stringify(head)}\n`
    for await (const page of pages) yield `${JSON.stringify(page)}\n`
  }
  return piped(Readable.from(lines()), createGzip())
}

export interface Thawed<Head> {
  readonly head: Head
  readonly pages: AsyncIterable<BoxPage>
  /** Gives up what has not been read. */
  close(): void
}

/** What was kept: its head, and its pages as they are read. Whoever has it closes it. @throws Error for what is no frozen report */
export async function thaw<Head extends FrozenHead>(stream: Stream): Promise<Thawed<Head>> {
  const bytes = piped(stream, createGunzip())
  // The other end of what is piped is given up with this one.
  const close = () => void bytes.destroy()
  try {
    const lines = linesOf(bytes)
    const first = await lines.next()
    if (first.done) throw new Error('the pages of an issued report are empty')
    return { head: JSON.parse(first.value) as Head, pages: pagesOf(lines), close }
  } catch (error) {
    close()
    throw error
  }
}

/** The second stream with what the first one brings; an error of either is told to whoever reads it, and to nobody else. */
function piped<Second extends Duplex>(first: Stream, second: Second): Second {
  pipeline(first, second, () => undefined)
  return second
}

async function* linesOf(bytes: Duplex): AsyncGenerator<string> {
  // The line with the pictures is megabytes long: what has been looked through for its end is not looked through again.
  let parts: string[] = []
  for await (const piece of bytes.setEncoding('utf8') as AsyncIterable<string>) {
    const [end = '', ...begun] = piece.split('\n')
    parts.push(end)
    for (const line of begun) {
      yield parts.join('')
      parts = [line]
    }
  }
  const last = parts.join('')
  if (last !== '') yield last
}

async function* pagesOf(lines: AsyncIterable<string>): AsyncGenerator<BoxPage> {
  for await (const line of lines) yield JSON.parse(line) as BoxPage
}
