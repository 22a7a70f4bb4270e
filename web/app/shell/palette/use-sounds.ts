import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../../kernel/i18n/i18n.ts'
import { useSettings } from '../../../kernel/appearance/settings.ts'

const silent = (): string[] => []

/** How a title sounds in pinyin, where that is asked for; its letters are loaded with the first palette. */
export function useSounds(): (title: string) => string[] {
  const language = useLanguage()
  const wanted = useSettings((settings) => settings.supportPinyinSearch) && language !== 'en'
  const { data } = useQuery({
    queryKey: ['palette', 'pinyin'],
    queryFn: async () => ({ soundsOf: (await import('./pinyin.ts')).soundsOf }),
    enabled: wanted,
    staleTime: Infinity,
  })
  return wanted && data ? (title) => data.soundsOf(title, language === 'tw') : silent
}
