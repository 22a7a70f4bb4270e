/**
 * The fonts of a PDF. Nearly every text is set in the main one; what that one lacks (emoji, Arabic, rare characters of names) in another one
 * that is read when it is first asked for. A document embeds of each what it uses.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

const MAIN = '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'
const EMOJI = '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'
const ARABIC = '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf'
/** Characters of names that are written in Japan, some hundred of them beyond the first plane. */
const RARE = '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf'

/** What of a font of pdfkit is used here: it takes the glyphs of a text into the subset that is embedded. */
export interface Font {
  readonly id: string
  encode(text: string, features?: readonly string[]): [hex: string[], positions: { advanceWidth: number }[]]
  ref(): object
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean }
}

export interface Fonts {
  readonly main: Font
  /** The font for a character; nothing where none of them has it. */
  fontFor(codePoint: number): Font | undefined
}

/** The fonts of a document. @param open Gives the document's own font of a file. */
export async function openFonts(open: (file: Buffer) => Font): Promise<Fonts> {
  const opened = new Map<string, Font>()
  function fontOf(path: string): Font {
    let font = opened.get(path)
    // A text waits for it, which few need.
    if (!font) opened.set(path, (font = open(readFileSync(resolve(path)))))
    return font
  }
  const main = open(await readFile(resolve(MAIN)))
  return {
    main,
    fontFor(codePoint) {
      if (main.font.hasGlyphForCodePoint(codePoint)) return main
      for (const path of [EMOJI, ARABIC, RARE]) {
        const found = fontOf(path)
        if (found.font.hasGlyphForCodePoint(codePoint)) return found
      }
      return undefined
    },
  }
}
