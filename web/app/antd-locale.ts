/** The component library's own words, loaded with the language and not before. */
import type { Locale } from 'antd/es/locale/index'
import { useEffect, useState } from 'react'
import type { Language } from '../kernel/i18n/i18n.ts'
import { currentLanguage, useLanguage } from '../kernel/i18n/i18n.ts'

const load: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  zh: () => import('antd/es/locale/zh_CN'),
  tw: () => import('antd/es/locale/zh_TW'),
}

const known: Partial<Record<Language, Locale>> = {}

/** Lets the words of the current language come before they are drawn. */
export async function loadAntdLocale(language = currentLanguage()): Promise<void> {
  known[language] ??= (await load[language]()).default
}

/** Undefined until the words are there. */
export function useAntdLocale(): Locale | undefined {
  const language = useLanguage()
  const [locale, setLocale] = useState<Locale | undefined>(known[language])
  useEffect(() => {
    let wanted = true
    void loadAntdLocale(language).then(() => {
      if (wanted) setLocale(known[language])
    })
    return () => {
      wanted = false
    }
  }, [language])
  return locale
}
