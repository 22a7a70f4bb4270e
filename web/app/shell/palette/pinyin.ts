/** How Chinese titles sound. Loaded only where somebody searches in Chinese and wants it: the dictionary is large. */
import { pinyin } from 'pinyin-pro'

/**
 * What somebody would type for a Chinese title: its sounds in full, and their first letters.
 * @example soundsOf('用户', false) // ['yonghu', 'yh']
 */
export function soundsOf(title: string, traditional: boolean): string[] {
  const read = (pattern: 'pinyin' | 'first') =>
    pinyin(title, { toneType: 'none', type: 'array', v: true, nonZh: 'consecutive', traditional, pattern })
      .join('')
      .toLowerCase()
      .replace(/\s/g, '')
  return [read('pinyin'), read('first')]
}
