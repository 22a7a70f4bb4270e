/**
 * The files of the texts: for each language, by name. As it stands here each language is one file, for tests and the development server;
 * a build writes this module anew, with the texts of each page by themselves (web/build/texts.ts).
 */
import type { Labels, Language } from '../../../model/labels/index.ts'

type LoadTexts = () => Promise<{ readonly default: Partial<Labels> }>

/** The file that is there before anything is drawn. */
export const START = 'start'

export const textFiles: Readonly<Record<Language, Readonly<Record<string, LoadTexts>>>> = {
  en: { start: () => import('../../../model/labels/en/index.ts') },
  zh: { start: () => import('../../../model/labels/zh/index.ts') },
  tw: { start: () => import('../../../model/labels/tw/index.ts') },
}
