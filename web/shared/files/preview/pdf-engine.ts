/** pdf.js and what it needs beside it, all from our own address; see web/build/pdf-data.ts. */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = worker

const DATA = `/assets/pdf-${version}`

/** The document in the bytes. @throws what the library throws about a file it cannot read */
export function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  return getDocument({
    data,
    cMapUrl: `${DATA}/cmaps/`,
    standardFontDataUrl: `${DATA}/standard_fonts/`,
    wasmUrl: `${DATA}/wasm/`,
    // The content policy has no place for it; the same in plain script is there.
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
  }).promise
}
