import { Select } from 'antd'
import type { FormColumn } from '../../../../../model/form/definition.ts'
import { PATTERN_NAMES } from '../../../../../model/form/patterns.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { Line } from '../../../../shared/panels/line.tsx'
import { TextsInput } from './texts-input.tsx'
import type { ChangePart } from './change-part.ts'

/** What a text has to look like: one of the product's patterns, or an own one with what is said where a text does not fit. */
export function PatternEditor({ pattern, changePart }: { pattern: FormColumn['pattern']; changePart: ChangePart }) {
  const t = useT()
  const own = pattern && 'own' in pattern ? pattern : undefined
  const chosen = own ? 'own' : pattern && 'name' in pattern ? pattern.name : ''
  return (
    <>
      <Line label={t('forms.rule.pattern')}>
        {(id) => (
          <Select
            id={id}
            value={chosen}
            options={[
              { value: '', label: t('form-design.no-pattern') },
              ...PATTERN_NAMES.map((name) => ({ value: name, label: t(`forms.pattern.${name}`) })),
              { value: 'own', label: t('forms.pattern.own') },
            ]}
            onChange={(name) => changePart({ pattern: name === '' ? undefined : name === 'own' ? { own: '[A-Z]{2}[0-9]{4}' } : { name } })}
          />
        )}
      </Line>
      {own && (
        <>
          <Line label={t('form-design.own-pattern')}>
            {(id) => (
              <KeptInput
                id={id}
                value={own.own}
                maxLength={200}
                onKeep={(text) => text !== '' && changePart({ pattern: { ...own, own: text } }, 'pattern')}
              />
            )}
          </Line>
          <p className="form-quiet">{t('form-design.own-pattern-about')}</p>
          <TextsInput
            label={t('form-design.pattern-message')}
            value={own.message}
            max={200}
            onKeep={(message, run) => changePart({ pattern: message ? { ...own, message } : { own: own.own } }, `pattern ${run}`)}
          />
        </>
      )}
    </>
  )
}
