/** The words of a PDF as another program finds them (pdf.js), which is what people search and copy. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Every line of text as it was written, in the order of the pages, one below the other. */
export async function wordsOfPdf(bytes: Buffer): Promise<string> {
  const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const document = await reading.promise
  const lines: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    lines.push(...items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item.str] : [])))
  }
  await reading.destroy()
  return lines.join('\n')
}
