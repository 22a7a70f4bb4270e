/** A formula over columns, or a condition over them: written, or put together by clicks. */
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { Expression } from '../../../../model/expression/expression.ts'
import { readText } from '../../../../model/expression/read-text.ts'
import { WRITABLE, writeText } from '../../../../model/expression/write-text.ts'
import { FORMULA_OPERATORS } from '../../../../model/figures/formulas.ts'
import type { FormField } from '../../../../model/form/definition.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { KeptInput } from '../../../shared/panels/kept-input.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { named } from '../../../ui/named.ts'

const Builder = lazyWithPreload(() => import('../../../shared/forms/expression/builder.tsx'))
/** Of a formula in a document. */
const MAX_FORMULA = 1000
const OPERATORS = new Set([...FORMULA_OPERATORS].filter((operator) => WRITABLE.has(operator)))

/** A column that can be named, and what it is called in words. */
export interface NamedColumn {
  readonly name: string
  readonly label: string
}

interface FormulaInputProps {
  readonly label: string
  readonly wanted: 'number' | 'truth'
  readonly value: string
  readonly placeholder: string
  readonly columns: readonly NamedColumn[]
  readonly onKeep: (text: string) => void
}

export function FormulaInput({ label, wanted, value, placeholder, columns, onKeep }: FormulaInputProps) {
  const t = useT()
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const expression = useMemo((): Expression | undefined => {
    const read = value === '' ? undefined : readText(value)
    return read && 'expression' in read ? read.expression : undefined
  }, [value])
  const fields = useMemo(() => ({ before: [], own: columns.map((column) => fieldOf(column)) }), [columns])

  return (
    <>
      <KeptInput label={label} value={value} maxLength={MAX_FORMULA} placeholder={placeholder} onKeep={(text) => keep(onKeep, text)} />
      <Button
        aria-label={named(t('form-design.build'), label)}
        onClick={() => setOpen(true)}
        onPointerEnter={() => void Builder.preload()}
        onFocus={() => void Builder.preload()}
      >
        {t('form-design.build')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <Builder
            title={label}
            wanted={wanted}
            value={expression}
            fields={fields}
            language={language}
            nameOf={(id) => columns.find(({ name }) => name === id)?.label ?? id}
            valueOf={() => undefined}
            operators={OPERATORS}
            onKeep={(built) => {
              const text = writeText(built)
              if (text === undefined || text.length > MAX_FORMULA) return false
              onKeep(text)
              setOpen(false)
              return true
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What cannot be read yet stays written. */
function keep(onKeep: (text: string) => void, text: string): boolean {
  const isReadable = text === '' || 'expression' in readText(text)
  if (isReadable) onKeep(text)
  return isReadable
}

const fieldOf = ({ name, label }: NamedColumn): FormField => ({
  id: name,
  name,
  kind: 'number',
  labels: { en: label, zh: label, tw: label },
})
