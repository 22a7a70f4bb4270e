/** The control of an option, by what its declaration says (options.ts). */
import { Checkbox } from 'antd'
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { columnsOf } from '../state/columns.ts'
import { MIXED } from '../state/together.ts'
import { useDesignState } from '../store.ts'
import type { OptionProps } from './option-props.ts'
import { valueIn } from './option-props.ts'
import type { ChoiceName, OptionField } from './options.ts'
import { CHOICES } from './options.ts'
import { Choice, Colour, NumberInput, TextInput } from './parts.tsx'

const Limits = lazyWithPreload(() => import('./limits.tsx'))
const SymbolChoice = lazyWithPreload(() => import('./symbol-choice.tsx'))
const PictureChoice = lazyWithPreload(() => import('./picture-choice.tsx'))
const FilmChoice = lazyWithPreload(() => import('./film-choice.tsx'))
const RowChoice = lazyWithPreload(() => import('./row-choice.tsx'))
const TableColumns = lazyWithPreload(() => import('./table-columns.tsx'))
const Columns = lazyWithPreload(() => import('./columns-choice.tsx'))
const Tabs = lazyWithPreload(() => import('./tabs-list.tsx'))
const Groups = lazyWithPreload(() => import('./groups-list.tsx'))
const RichLines = lazyWithPreload(() => import('./rich-lines.tsx'))
const Pins = lazyWithPreload(() => import('./pins-list.tsx'))
const LinePoints = lazyWithPreload(() => import('./line-points.tsx'))

const CONTROLS: Readonly<Record<OptionField['as'], ComponentType<OptionProps>>> = {
  line: Line,
  text: Line,
  number: Amount,
  tick: Tick,
  colour: (props) => <Colour {...props} value={valueIn<string>(props, MIXED)} />,
  choice: Chosen,
  figure: Figure,
  column: Column,
  variable: Variable,
  columns: Columns,
  limits: Limits,
  symbol: SymbolChoice,
  picture: PictureChoice,
  map: PictureChoice,
  film: FilmChoice,
  row: RowChoice,
  'table-columns': TableColumns,
  tabs: Tabs,
  groups: Groups,
  'rich-lines': RichLines,
  pins: Pins,
  'line-points': LinePoints,
}

export function OptionControl(props: OptionProps) {
  const Control = CONTROLS[props.field.as]
  return (
    <Suspense fallback={<span className="screen-option-coming" />}>
      <Control {...props} />
    </Suspense>
  )
}

function Line(props: OptionProps) {
  const { field } = props
  const max = field.as === 'line' || field.as === 'text' ? field.max : 256
  return <TextInput {...props} value={valueIn<string>(props, MIXED)} max={max} isLong={field.as === 'text'} />
}

function Amount(props: OptionProps) {
  const bounds = props.field.as === 'number' ? props.field : undefined
  return (
    <NumberInput {...props} value={valueIn<number>(props, MIXED)} min={bounds?.min} max={bounds?.max} isWhole={bounds?.isWhole ?? false} />
  )
}

/** Its words stand beside it. */
function Tick({ id, label, value, isMixed, disabled, onChange }: OptionProps) {
  return (
    <Checkbox
      id={id}
      checked={value === true}
      indeterminate={isMixed}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked || undefined)}
    >
      {label}
    </Checkbox>
  )
}

function Chosen(props: OptionProps) {
  const t = useT()
  const { field } = props
  if (field.as !== 'choice') return null
  const of: ChoiceName = field.of
  const labels: readonly string[] = CHOICES[of]
  const options = labels.map((value) => ({ value, label: t(`screen-choice.${of}.${value}` as 'screen-choice.look.plain') }))
  return (
    <Choice
      {...props}
      value={valueIn<string>(props, MIXED)}
      options={options}
      none={field.isNeeded ? undefined : t('screen-design.usual')}
    />
  )
}

function Figure(props: OptionProps) {
  const figures = useDesignState(({ document }) => document.figures)
  return <Choice {...props} value={valueIn<string>(props, MIXED)} options={figures.map(({ name }) => ({ value: name, label: name }))} />
}

function Column(props: OptionProps) {
  const t = useT()
  const { field, widget } = props
  const document = useDesignState((state) => state.document)
  if (field.as !== 'column') return null
  const figure = widget.options?.['figure']
  const columns = columnsOf(document, typeof figure === 'string' ? figure : undefined).filter(
    ({ kind }) => field.of === 'any' || kind === field.of,
  )
  const given = valueIn<string>(props, MIXED)
  return (
    <Choice
      {...props}
      value={given === '' ? undefined : given}
      options={columns.map(({ name }) => ({ value: name, label: name }))}
      none={field.isNeeded ? undefined : t('screen-design.usual')}
    />
  )
}

function Variable(props: OptionProps) {
  const variables = useDesignState(({ document }) => document.variables)
  return (
    <Choice
      {...props}
      value={valueIn<string>(props, MIXED)}
      options={variables.map(({ name, label }) => ({ value: name, label: `${label} (${name})` }))}
    />
  )
}
