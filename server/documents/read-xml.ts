/** The one door for XML: a stream of tags and texts. No entities but the five of XML itself, no DOCTYPE, nothing is fetched. */
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { limits, refuse, SheetError } from './limits.ts'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHandler {
  /** Names come without their prefix: producers choose prefixes as they like. */
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
  /** Told how many characters have been read, after each piece. */
  progress?(characters: number): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/**
 * Parses XML as a stream, within the limits, calling the handler.
 * @throws SheetError `unsafe` for a DOCTYPE, `unreadable` for what is not well-formed UTF-8 XML; whatever the handler throws.
 */
export async function* readXml(part: Readable, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false })
  parser.on('doctype', () => refuse('unsafe'))
  parser.on('error', (error) => refuse('unreadable', error))
  let depth = 0
  let attributesOfTag = 0
  parser.on('opentagstart', () => {
    attributesOfTag = 0
  })
  parser.on('attribute', () => {
    if (++attributesOfTag > limits.attributes) refuse('unsafe')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > limits.depth) refuse('unsafe')
    handler.open?.(local(name), attributes as Attributes)
  })
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handler.close?.(local(name))
  })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let run = 0
  let read = 0
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      const text = decoder.decode(chunk, { stream: true })
      // The parser keeps what lies between two tags, so it must not be let grow.
      const last = text.lastIndexOf('<')
      run = last < 0 ? run + text.length : text.length - last
      if (run > limits.run) refuse('too-big')
      parser.write(text)
      read += text.length
      handler.progress?.(read)
      yield
    }
    parser.write(decoder.decode())
    parser.close()
    yield
  } catch (error) {
    if (error instanceof SheetError) throw error
    refuse('unreadable', error)
  } finally {
    part.destroy()
  }
}

/** Reads a part to its end. */
export async function readAll(part: Readable, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(part, handler)) {
    /* the handler does the work */
  }
}
