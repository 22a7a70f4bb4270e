import { useEffect, useId, useRef } from 'react'
import { THEME_COLOUR } from '../../kernel/appearance/palette.ts'
import { useT } from '../../kernel/i18n/i18n.ts'

/** The product's own colour first, then once around the wheel. */
const offered = [THEME_COLOUR, '#0f766e', '#15803d', '#b45309', '#dc2626', '#be185d', '#7c3aed', '#4f46e5', '#475569'] as const

export function ColourChoice({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  const t = useT()
  const name = useId()
  const isOwn = !offered.some((colour) => colour === value)
  const free = useRef<HTMLInputElement>(null)

  // React tells of every step on the way; the platform's own event comes once, when the choice is made.
  useEffect(() => {
    const input = free.current
    const choose = () => {
      if (input) onChange(input.value)
    }
    input?.addEventListener('change', choose)
    return () => input?.removeEventListener('change', choose)
  }, [onChange])

  return (
    <fieldset className="colour-choice">
      <legend>{t('settings.themeColour')}</legend>
      {offered.map((colour) => (
        <label key={colour} style={{ background: colour }} title={t(`colour.${colour.slice(1) as Named}`)}>
          <input
            type="radio"
            name={name}
            checked={colour === value}
            onChange={() => onChange(colour)}
            aria-label={t(`colour.${colour.slice(1) as Named}`)}
          />
        </label>
      ))}
      <label className={isOwn ? 'any-colour own' : 'any-colour'} title={t('colour.any')} style={isOwn ? { background: value } : undefined}>
        <input ref={free} type="color" defaultValue={value} aria-label={t('colour.any')} />
      </label>
    </fieldset>
  )
}

type Named = '1890ff' | '0f766e' | '15803d' | 'b45309' | 'dc2626' | 'be185d' | '7c3aed' | '4f46e5' | '475569'
