/** The languages of the product: simplified and traditional Chinese, English. Apart from their texts, since nouns name them as well (labels/index.ts). */
export const languages = ['zh', 'tw', 'en'] as const
export type Language = (typeof languages)[number]
