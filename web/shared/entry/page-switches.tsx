import { switchTheme, useAppearance } from '../../kernel/appearance/appearance.ts'
import type { Language } from '../../kernel/i18n/i18n.ts'
import { chooseLanguage, languages, localeOf, nameOfLanguage, useLanguage, useT } from '../../kernel/i18n/i18n.ts'

/** Language and theme, before anybody has signed in. */
export function PageSwitches() {
  const t = useT()
  const language = useLanguage()
  const theme = useAppearance((state) => state.theme)
  return (
    <div className="sign-in-switches">
      <label>
        <span className="visually-hidden">{t('shell.language')}</span>
        <select value={language} onChange={(event) => void chooseLanguage(event.target.value as Language)}>
          {languages.map((one) => (
            <option key={one} value={one} lang={localeOf[one]}>
              {nameOfLanguage[one]}
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-label={t(theme === 'dark' ? 'shell.light' : 'shell.dark')} onClick={switchTheme}>
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
          {theme === 'dark' ? (
            <path d="M12 4V2M12 22v-2M4 12H2M22 12h-2M6.300 6.300 4.900 4.900M19.100 19.100l-1.400-1.400M17.700 6.300l1.400-1.400M4.900 19.100l1.400-1.400M12 16.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9Z" />
          ) : (
            <path d="M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500Z" />
          )}
        </svg>
      </button>
    </div>
  )
}
