/** A text of the form in three languages: one is written at a time, and marks tell which ones lack it. */
import type { Texts } from '../../../../../model/form/definition.ts'
import { languages, nameOfLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { useDesign, useDesignState } from '../design-store.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { named } from '../../../../ui/named.ts'

interface TextsInputProps {
  readonly label: string
  readonly value: Texts | undefined
  /** Keeps it, and tells whether it could be; nothing where all languages are empty. @param run What follows it with the same word is one step */
  readonly onKeep: (texts: Texts | undefined, run: string) => boolean
  readonly lines?: boolean
  readonly max?: number
}

export function TextsInput({ label, value, onKeep, lines = false, max = 64 }: TextsInputProps) {
  const language = useDesignState((state) => state.language)
  return (
    <Line label={label} mark={<LanguageMarks of={value} label={label} />}>
      {(id) => (
        <KeptInput
          key={language}
          id={id}
          lines={lines}
          maxLength={max}
          value={value?.[language] ?? ''}
          placeholder={value ? firstOf(value) : undefined}
          onKeep={(text) => onKeep(withText(value, language, text), language)}
        />
      )}
    </Line>
  )
}

/** What is read where the language has no text of its own. */
const firstOf = (texts: Texts): string | undefined => texts.zh || texts.en || texts.tw

/** The texts with another one in the language; undefined where none is left. */
export function withText(texts: Texts | undefined, language: keyof Texts, text: string): Texts | undefined {
  const { [language]: _, ...others } = texts ?? {}
  const all: Texts = text === '' ? others : { ...others, [language]: text }
  return Object.values(all).some(Boolean) ? all : undefined
}

/** Which languages have the text; each leads to writing it. */
export function LanguageMarks({ of, label }: { of: Texts | undefined; label: string }) {
  const t = useT()
  const { write } = useDesign()
  const active = useDesignState(({ language }) => language)
  // Nothing is lacking of what is said in no language.
  if (!of) return null
  return (
    <span className="form-languages">
      {languages.map((language) => {
        const isThere = Boolean(of[language])
        const name = t(isThere ? 'form-design.language-there' : 'form-design.language-missing', { language: nameOfLanguage[language] })
        return (
          <button
            key={language}
            type="button"
            className={isThere ? 'there' : 'missing'}
            aria-pressed={language === active}
            aria-label={named(label, name)}
            title={name}
            onClick={() => write(language)}
          >
            {SHORT[language]}
          </button>
        )
      })}
    </span>
  )
}

const SHORT = { zh: '简', tw: '繁', en: 'A' } as const
