/** The component library's own words, loaded with the language and not before. */
import type { Locale } from 'antd/es/locale/index'
import { useEffect, useState } from 'react'
import type { Language } from '../kernel/i18n.ts'
import { useLanguage } from '../kernel/i18n.ts'

const load: Record<Language, () => Promise<{ default: Locale }>> = {
  en: () => import('antd/es/locale/en_US'),
  zh: () => import('antd/es/locale/zh_CN'),
  tw: () => import('antd/es/locale/zh_TW'),
}

/** Undefined until the words are there. */
export function useAntdLocale(): Locale | undefined {
  const language = useLanguage()
  const [locale, setLocale] = useState<Locale>()
  useEffect(() => {
    let wanted = true
    void load[language]().then(({ default: loaded }) => {
      if (wanted) setLocale(loaded)
    })
    return () => { wanted = false }
  }, [language])
  return locale
}
