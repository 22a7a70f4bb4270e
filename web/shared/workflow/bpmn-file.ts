/** Models of BPMN as files: read by the encoding that they name, saved in UTF-8. */
import { saveFile } from '../../kernel/resource/exchange/save-file.ts'

/** Where a file may name its encoding. */
const HEAD = 200
const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/

/** What keeps a file from being read: a sentence for each is in the labels. */
export type Unreadable = 'large' | 'encoding' | 'no-xml'

/** The model in the bytes of a file, in a text that says UTF-8 of itself; or why there is none. @param most Characters it may have */
export function modelIn(bytes: ArrayBuffer, most: number): string | { readonly unreadable: Unreadable } {
  if (bytes.byteLength > most * 4) return { unreadable: 'large' }
  const text = decoded(bytes)
  if (text === undefined) return { unreadable: 'encoding' }
  if (text.length > most) return { unreadable: 'large' }
  if (!/^\s*</.test(text)) return { unreadable: 'no-xml' }
  return text.replace(DECLARED, (declaration, named: string) => declaration.replace(named, 'UTF-8'))
}

function decoded(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(new Uint8Array(bytes, 0, Math.min(HEAD, bytes.byteLength))), { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** By the mark at the beginning, else by the declaration; UTF-8 where neither says anything. */
function encodingOf(head: Uint8Array): string {
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0x3c && head[1] === 0)) return 'utf-16le'
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] === 0x3c)) return 'utf-16be'
  return DECLARED.exec(String.fromCharCode(...head))?.[1] ?? 'utf-8'
}

/** Hands a model to the browser as a file. */
export function saveModel(name: string, xml: string): void {
  saveFile({ name: `${name}.bpmn`, content: new Blob([xml], { type: 'application/bpmn+xml' }) })
}
