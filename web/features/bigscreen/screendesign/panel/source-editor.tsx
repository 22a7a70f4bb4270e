/** What a slot of a widget is bound to: a point, a column of figures, a variable or a constant; and the steps from there to what is shown. */
import { useState } from 'react'
import type { Source } from '../../../../../model/screens/document.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { PointsField } from '../../../../shared/acquisition/choose-points/points-field.tsx'
import { columnsOf } from '../state/columns.ts'
import { useDesignState } from '../store.ts'
import { Choice, NumberInput, TextInput } from './parts.tsx'
import type { SourceKind } from './sources.ts'
import { SOURCE_KINDS, constantOf, kindOf, startOf } from './sources.ts'
import { Transforms } from './transforms.tsx'

interface SourceProps {
  readonly id: string
  readonly label: string
  readonly source: Source | undefined
  /** It takes a list: all rows of a column. */
  readonly isList: boolean
  readonly disabled: boolean
  readonly onChange: (source: Source | undefined) => void
}

export function SourceEditor({ id, label, source, isList, disabled, onChange }: SourceProps) {
  const t = useT()
  const document = useDesignState((state) => state.document)
  // Of a point there is nothing to bind to until one is chosen.
  const [begun, setBegun] = useState<SourceKind>()
  const kind = kindOf(source) ?? begun
  const possible = SOURCE_KINDS.filter(
    (one) => (one !== 'figure' || document.figures.length > 0) && (one !== 'variable' || document.variables.length > 0),
  )

  function choose(next: SourceKind | undefined): void {
    setBegun(next)
    onChange(next && startOf(next, document))
  }

  return (
    <div className="screen-source">
      <Choice
        id={id}
        label={t('screen-design.source-of', { slot: label })}
        disabled={disabled}
        value={kind}
        none={t('screen-design.source-none')}
        options={possible.map((value) => ({ value, label: t(`screen-design.source-${value}`) }))}
        onChange={choose}
      />
      {kind === 'point' && (
        <PointsField
          value={source && 'point' in source ? [source.point] : []}
          most={1}
          none={t('screen-design.point-none')}
          onChange={([point]) => onChange(point === undefined ? undefined : { ...(source && 'point' in source ? source : {}), point })}
        />
      )}
      {source && 'figure' in source && (
        <FigureColumn label={label} source={source} isList={isList} disabled={disabled} onChange={onChange} />
      )}
      {source && 'variable' in source && (
        <Choice
          label={t('screen-design.variable-of', { slot: label })}
          disabled={disabled}
          value={source.variable}
          options={document.variables.map((variable) => ({ value: variable.name, label: `${variable.label} (${variable.name})` }))}
          onChange={(variable) => variable && onChange({ variable })}
        />
      )}
      {source && 'value' in source && (
        <TextInput
          label={t('screen-design.value-of', { slot: label })}
          disabled={disabled}
          value={String(source.value)}
          max={256}
          onChange={(text) => onChange({ value: constantOf(text ?? '') })}
        />
      )}
      {source && ('point' in source || 'figure' in source) && (
        <Transforms label={label} steps={source.then ?? []} onChange={(then) => onChange(withThen(source, then))} />
      )}
    </div>
  )
}

type Steps = NonNullable<Extract<Source, { point: string }>['then']>

function withThen<Of extends Extract<Source, { point: string } | { figure: string }>>(source: Of, then: Steps): Of {
  const { then: _before, ...rest } = source
  return (then.length === 0 ? rest : { ...rest, then }) as Of
}

interface FigureProps extends Omit<SourceProps, 'id' | 'source' | 'onChange'> {
  readonly source: Extract<Source, { figure: string }>
  readonly onChange: (source: Source) => void
}

function FigureColumn({ label, source, isList, disabled, onChange }: FigureProps) {
  const t = useT()
  const document = useDesignState((state) => state.document)
  const { column, row, then } = source
  const put = (next: { figure?: string; column?: string | undefined; row?: number | undefined }) => {
    const one = { figure: source.figure, column, row, ...next }
    onChange({
      figure: one.figure,
      ...(one.column === undefined ? {} : { column: one.column }),
      ...(one.row === undefined ? {} : { row: one.row }),
      ...(then ? { then } : {}),
    })
  }
  return (
    <>
      <Choice
        label={t('screen-design.figures-of', { slot: label })}
        disabled={disabled}
        value={source.figure}
        options={document.figures.map(({ name }) => ({ value: name, label: name }))}
        // Other figures have other columns.
        onChange={(figure) => figure && put({ figure, column: undefined })}
      />
      <Choice
        label={t('screen-design.column-of', { slot: label })}
        disabled={disabled}
        value={column}
        none={t('screen-design.first-measure')}
        options={columnsOf(document, source.figure).map(({ name }) => ({ value: name, label: name }))}
        onChange={(next) => put({ column: next })}
      />
      {!isList && (
        <NumberInput
          label={t('screen-design.row-of', { slot: label })}
          placeholder={t('screen-design.row-first')}
          disabled={disabled}
          value={row === undefined ? undefined : row + 1}
          min={1}
          max={50_000}
          isWhole
          onChange={(next) => put({ row: next === undefined ? undefined : next - 1 })}
        />
      )}
    </>
  )
}
