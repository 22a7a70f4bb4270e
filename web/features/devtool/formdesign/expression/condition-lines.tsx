/** The conditions and calculations of a part, each as a sentence, and the way into building them. */
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { ExpressionMember } from '../../../../../model/form/check-definition.ts'
import type { Type } from '../../../../../model/expression/operators.ts'
import type { Expression } from '../../../../../model/expression/expression.ts'
import { KINDS } from '../../../../../model/form/kinds.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { useDesignState } from '../design-store.ts'
import { Section } from '../../../../shared/panels/section.tsx'
import { GroupLine } from '../../../../shared/panels/line.tsx'
import type { ChangePart } from '../panel/change-part.ts'
import type { FieldPart, Key } from '../state/doc.ts'
import { builderFields, labelledIn, valueNames } from './builder-fields.ts'
import { wordsOf } from '../../../../shared/forms/expression/words.ts'

const Builder = lazyWithPreload(() => import('../../../../shared/forms/expression/builder.tsx'))

/** What can be said of a field by conditions and calculations. */
function membersOf({ part, field }: FieldPart): readonly ExpressionMember[] {
  const { isGiven, type } = KINDS[field.kind]
  const isCalculable = !isGiven && type !== undefined
  return [
    'visibleWhen',
    ...(isGiven || field.compute ? [] : (['requiredWhen'] as const)),
    ...(part === 'column' || isGiven || field.compute ? [] : (['readOnlyWhen'] as const)),
    ...(isCalculable ? (['compute'] as const) : []),
    ...(isCalculable && !field.compute ? (['initial'] as const) : []),
  ]
}

export function ConditionLines({ part, changePart }: { part: FieldPart; changePart: ChangePart }) {
  const t = useT()
  const type = KINDS[part.field.kind].type
  return (
    <Section title={t('form-design.conditions')}>
      {membersOf(part).map((member) => (
        <ConditionLine
          key={member}
          label={t(`forms.member.${member}`)}
          at={part.key}
          wanted={(member === 'compute' || member === 'initial') && type ? type : 'truth'}
          isBare={member === 'initial'}
          value={part.field[member]}
          onChange={(expression) => changePart({ [member]: expression })}
        />
      ))}
    </Section>
  )
}

interface ConditionLineProps {
  readonly label: string
  readonly wanted: Type
  /** Of the part whose condition it is: it says what can be named. */
  readonly at: Key
  /** No field can be named. */
  readonly isBare?: boolean
  readonly value: Expression | undefined
  /** Keeps it, and tells whether it could be. */
  readonly onChange: (value: Expression | undefined) => boolean
}

export function ConditionLine({ label, wanted, at, isBare = false, value, onChange }: ConditionLineProps) {
  const t = useT()
  const doc = useDesignState((state) => state.doc)
  const language = useDesignState((state) => state.language)
  const [isOpen, setOpen] = useState(false)
  const words = useMemo(
    () => value && wordsOf(value, { t, nameOf: labelledIn(doc, language), valueOf: valueNames(doc, language) }),
    [value, doc, language, t],
  )
  return (
    <GroupLine label={label}>
      {words && <p className="form-words">{words}</p>}
      <div className="form-buttons">
        <Button
          size="small"
          onClick={() => setOpen(true)}
          onPointerEnter={() => void Builder.preload()}
          onFocus={() => void Builder.preload()}
        >
          {t(value ? 'form-design.change' : 'form-design.build')}
        </Button>
        {value && (
          <Button size="small" onClick={() => onChange(undefined)}>
            {t('form-design.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Builder
            title={label}
            wanted={wanted}
            value={value}
            fields={isBare ? NO_FIELDS : builderFields(doc, at)}
            language={language}
            nameOf={labelledIn(doc, language)}
            valueOf={valueNames(doc, language)}
            onKeep={(expression) => {
              const isKept = onChange(expression)
              if (isKept) setOpen(false)
              return isKept
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </GroupLine>
  )
}

const NO_FIELDS = { before: [], own: [] }
