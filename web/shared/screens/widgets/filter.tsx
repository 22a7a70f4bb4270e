/** The control of a variable: what it is set to, all that names it on the page follows. */
import { useId } from 'react'
import type { ScreenVariable } from '../../../../model/screens/document.ts'
import { NAMED_RANGES } from '../../../../model/figures/document.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Shell } from './shell.tsx'

export function FilterView(props: WidgetProps<'filter'>) {
  const { feed, options, isDesign } = props
  const t = useT()
  const id = useId()
  const { variable: name } = options
  useChanges(feed, [`variable:${name}`])
  const declared = feed.declared?.(name)
  const value = feed.variable(name)
  const label = options.label ?? declared?.label ?? name
  return (
    <Shell {...props} label={label} isParted>
      <div className="sw-filter">
        <label htmlFor={id}>{label}</label>
        {declared?.kind === 'text' || declared?.kind === 'number' ? (
          <input
            id={id}
            type={declared.kind === 'number' ? 'number' : 'text'}
            disabled={isDesign}
            // Written by somebody: what comes from elsewhere begins anew.
            key={textOf(value)}
            defaultValue={textOf(value)}
            maxLength={256}
            onBlur={({ target }) => set(feed, declared, target.value)}
            onKeyDown={({ key, currentTarget }) => key === 'Enter' && set(feed, declared, currentTarget.value)}
          />
        ) : (
          <select
            id={id}
            disabled={isDesign || !declared}
            value={textOf(value)}
            onChange={({ target }) => declared && set(feed, declared, target.value)}
          >
            {choicesOf(declared, feed, textOf(value), (range) => t(`boards.range.${range}` as LabelKey), t('screen-widget.all')).map(
              (choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ),
            )}
          </select>
        )}
      </div>
    </Shell>
  )
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value)

function set(feed: WidgetProps['feed'], declared: ScreenVariable, text: string): void {
  if (declared.kind === 'number') {
    const number = Number(text)
    if (text.trim() !== '' && Number.isFinite(number)) feed.setVariable(declared.name, number)
  } else if (text !== textOf(feed.variable(declared.name))) feed.setVariable(declared.name, text === '' ? undefined : text)
}

/** What a variable can be set to. What it is set to is always among them, so that nothing else seems to be chosen. */
export function choicesOf(
  declared: ScreenVariable | undefined,
  feed: Pick<WidgetProps['feed'], 'choices'>,
  value: string,
  rangeName: (range: string) => string,
  all: string,
): readonly { readonly value: string; readonly label: string }[] {
  const known =
    declared?.kind === 'choice'
      ? declared.of
      : declared?.kind === 'range'
        ? NAMED_RANGES.map((range) => ({ value: range, label: rangeName(range) }))
        : declared?.kind === 'reference'
          ? [{ value: '', label: all }, ...(feed.choices?.(declared.name) ?? [])]
          : []
  return known.some((choice) => choice.value === value) ? known : [{ value, label: value === '' ? '—' : value }, ...known]
}
