/** Fields one step after the other: the next one comes when nothing is wrong with this one. */
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import { focusField } from './focus-field.ts'
import { useForm } from './form-context.ts'
import type { ContainerProps } from './form-tabs.tsx'

export default function FormSteps({ parts, draw, reveal }: ContainerProps) {
  const t = useT()
  const { formId } = useForm()
  const [at, setAt] = useState(0)
  const [tried, setTried] = useState<ReadonlySet<number>>(new Set())
  const [seen, setSeen] = useState(reveal)
  const head = useRef<HTMLHeadingElement>(null)
  const shown = Math.min(at, parts.length - 1)
  const [focused, setFocused] = useState(shown)
  if (seen !== reveal) {
    setSeen(reveal)
    const place = parts.findIndex(({ ids }) => reveal !== undefined && ids.includes(reveal.field))
    if (place >= 0) {
      setAt(place)
      setFocused(place)
    }
  }
  const part = parts[shown]

  // Whoever went on by a button goes on reading at the head of the step.
  useEffect(() => {
    if (focused !== shown) {
      head.current?.focus()
      setFocused(shown) // eslint-disable-line react-hooks/set-state-in-effect -- remembers where the focus has been brought
    }
  }, [focused, shown])

  function goOn(): void {
    const [first] = part?.wrong ?? []
    if (first === undefined) return setAt(shown + 1)
    setTried(new Set([...tried, shown]))
    requestAnimationFrame(() => focusField(formId, first))
  }

  return (
    <section className="fill-steps">
      <ol>
        {parts.map(({ title, wrongSeen }, place) => (
          <li
            key={place}
            className={place === shown ? 'now' : place < shown ? 'done' : undefined}
            aria-current={place === shown ? 'step' : undefined}
          >
            {/* Back to what was filled in, and on only by the button that checks. */}
            <button type="button" disabled={place > shown} onClick={() => setAt(place)}>
              {`${place + 1}. ${title}`}
              {wrongSeen > 0 && <span className="fill-wrong-count">{t('fill.wrong', { count: wrongSeen })}</span>}
            </button>
          </li>
        ))}
      </ol>
      <h2 ref={head} tabIndex={-1} className="fill-heading">
        {t('fill.step', { at: shown + 1, all: parts.length, title: part?.title ?? '' })}
      </h2>
      {draw(shown, tried.has(shown))}
      <div className="fill-row">
        {shown > 0 && <Button onClick={() => setAt(shown - 1)}>{t('fill.back')}</Button>}
        {shown < parts.length - 1 && (
          <Button type="primary" ghost onClick={goOn}>
            {t('fill.next')}
          </Button>
        )}
      </div>
    </section>
  )
}
