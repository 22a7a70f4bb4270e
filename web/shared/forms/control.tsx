/** The control of a field by its kind. What is heavy comes when a form has such a field. */
import type { ComponentType } from 'react'
import { Suspense } from 'react'
import type { FieldKind } from '../../../model/form/kinds.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import type { ControlProps } from './control-props.ts'
import {
  CheckboxesControl,
  DictionaryControl,
  MultiSelectControl,
  RadioControl,
  SelectControl,
  SwitchControl,
} from './controls/choices.tsx'
import { CodeControl } from './controls/code.tsx'
import { NumberControl, RatingControl, SliderControl } from './controls/numbers.tsx'
import { LinesControl, TextControl } from './controls/texts.tsx'

const Dates = lazyWithPreload(() => import('./controls/dates.tsx'))
const Rows = lazyWithPreload(() => import('./controls/rows.tsx'))
const Reading = lazyWithPreload(() => import('./controls/reading.tsx'))
const Files = lazyWithPreload(() => import('./controls/files.tsx'))
const Signature = lazyWithPreload(() => import('./controls/signature.tsx'))
const Location = lazyWithPreload(() => import('./controls/location.tsx'))
const Rich = lazyWithPreload(() => import('./controls/rich.tsx'))

/** A table has rows of controls, and is drawn by table-field.tsx; what the server gives is only shown. */
type Written = Exclude<FieldKind, 'table' | 'serial'>

const controls: Readonly<Record<Written, ComponentType<ControlProps>>> = {
  text: TextControl,
  lines: LinesControl,
  'rich-text': Rich,
  number: NumberControl,
  integer: NumberControl,
  money: NumberControl,
  slider: SliderControl,
  rating: RatingControl,
  switch: SwitchControl,
  radio: RadioControl,
  select: SelectControl,
  checkboxes: CheckboxesControl,
  'multi-select': MultiSelectControl,
  dictionary: DictionaryControl,
  date: Dates,
  moment: Dates,
  time: Dates,
  'date-range': Dates,
  region: Rows,
  organisation: Rows,
  user: Rows,
  role: Rows,
  post: Rows,
  device: Rows,
  reference: Rows,
  reading: Reading,
  files: Files,
  pictures: Files,
  signature: Signature,
  location: Location,
  code: CodeControl,
}

export function Control(props: ControlProps) {
  const Own = controls[props.part.kind as Written]
  return (
    <Suspense fallback={<div className="fill-place" />}>
      <Own {...props} />
    </Suspense>
  )
}
