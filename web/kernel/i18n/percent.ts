/** A share as a percentage, for people. */
import { currentLanguage, localeOf } from './i18n.ts'

/** The share as a percentage with at most one decimal, written as the chosen language does. @param share From 0 to 1 @example percentText(0.953) // 95.3% */
export const percentText = (share: number): string =>
  share.toLocaleString(localeOf[currentLanguage()], { style: 'percent', maximumFractionDigits: 1 })
