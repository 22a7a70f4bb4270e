/** Conditions and values as they are written, and the way into putting a condition together by clicks. */
import { Button } from 'antd'
import { Suspense, useMemo, useState } from 'react'
import type { Expression } from '../../../../../model/expression/expression.ts'
import { readText } from '../../../../../model/expression/read-text.ts'
import { WRITABLE, writeText } from '../../../../../model/expression/write-text.ts'
import { textIn } from '../../../../../model/form/definition.ts'
import { useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { wordsOf } from '../../../../shared/forms/expression/words.ts'
import { KeptInput } from '../../../../shared/panels/kept-input.tsx'
import { GroupLine, Line } from '../../../../shared/panels/line.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { useVariables } from '../form-fields.ts'

const Builder = lazyWithPreload(() => import('../../../../shared/forms/expression/builder.tsx'))

interface WrittenProps {
  readonly label: string
  readonly value: string
  /** Keeps the text; empty where nothing is said. */
  readonly onKeep: (text: string) => void
}

/** Whether a text can be read; none is nothing. */
const isReadable = (text: string): boolean => text === '' || 'expression' in readText(text)

/** A value that is calculated. */
export function ValueLine({ label, value, onKeep }: WrittenProps) {
  return (
    <Line label={label}>
      {(id) => (
        <KeptInput id={id} value={value} maxLength={2000} placeholder="= " onKeep={(text) => isReadable(text) && keep(onKeep, text)} />
      )}
    </Line>
  )
}

function keep(onKeep: (text: string) => void, text: string): true {
  onKeep(text)
  return true
}

/** A condition: put together by clicks, or written. */
export function ConditionLine({ label, value, onKeep }: WrittenProps) {
  const t = useT()
  const language = useLanguage()
  const variables = useVariables()
  const [isOpen, setOpen] = useState(false)
  const expression = useMemo((): Expression | undefined => {
    const read = value === '' ? undefined : readText(value)
    return read && 'expression' in read ? read.expression : undefined
  }, [value])
  const nameOf = (id: string) => {
    const found = variables.find((field) => field.id === id)
    return found ? textIn(found.labels, language) : id
  }
  const valueOf = (id: string, chosen: string) => {
    const choice = variables.find((field) => field.id === id)?.choices?.find((one) => one.value === chosen)
    return choice && textIn(choice.labels, language)
  }
  const fields = useMemo(() => ({ before: [], own: variables }), [variables])

  return (
    <GroupLine label={label}>
      {expression && <p className="form-words">{wordsOf(expression, { t, nameOf, valueOf })}</p>}
      {value !== '' && !expression && <p className="process-unfinished">{t('process-design.unreadable')}</p>}
      <KeptInput
        label={label}
        lines
        value={value}
        maxLength={2000}
        placeholder="= amount > 1000"
        onKeep={(text) => isReadable(text) && keep(onKeep, text)}
      />
      <div className="form-buttons">
        <Button
          size="small"
          onClick={() => setOpen(true)}
          onPointerEnter={() => void Builder.preload()}
          onFocus={() => void Builder.preload()}
        >
          {t(expression ? 'form-design.change' : 'form-design.build')}
        </Button>
        {value !== '' && (
          <Button size="small" onClick={() => onKeep('')}>
            {t('form-design.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Builder
            title={label}
            wanted="truth"
            value={expression}
            fields={fields}
            language={language}
            nameOf={nameOf}
            valueOf={valueOf}
            operators={WRITABLE}
            onKeep={(built) => {
              const text = writeText(built)
              if (text === undefined) return false
              onKeep(text)
              setOpen(false)
              return true
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </GroupLine>
  )
}
