/** A value as it is read: of a field that nobody writes here, and of an entry that is looked at. */
import { Suspense } from 'react'
import type { FormColumn } from '../../../model/form/definition.ts'
import { textIn } from '../../../model/form/definition.ts'
import { KINDS } from '../../../model/form/kinds.ts'
import { valueText } from '../../../model/form/value-text.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx'
import { capitalsOf } from './capitals.ts'
import { listOf, recordOf, textOf } from './control-props.ts'
import { DictionaryWord } from './dictionary-word.tsx'
import { useForm } from './form-context.ts'
import { PictureOf } from './picture-of.tsx'
import { ShownFiles } from './shown-files.tsx'

const RichContent = lazyWithPreload(() => import('./rich-shown.tsx'))
const Row = lazyWithPreload(() => import('./row-name.tsx'))
const Reading = lazyWithPreload(() => import('./reading-shown.tsx'))

/** What only the server can name is drawn by parts of its own. */
const unknown = { names: {}, words: () => undefined }

interface ShownProps {
  readonly part: FormColumn
  readonly value: unknown
  readonly id: string
  readonly labelledBy: string
}

export function Shown({ part, value, id, labelledBy }: ShownProps) {
  return (
    <div id={id} className="fill-shown" role="group" aria-labelledby={labelledBy} tabIndex={-1}>
      <Suspense fallback={null}>
        <Content part={part} value={value} />
      </Suspense>
    </div>
  )
}

function Content({ part, value }: Pick<ShownProps, 'part' | 'value'>) {
  const t = useT()
  const { language, zone, sources } = useForm()
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return <span className="quiet">{t(part.kind === 'serial' ? 'fill.serial' : 'fill.nothing')}</span>
  switch (part.kind) {
    case 'rich-text':
      return <RichContent html={textOf(value)} />
    case 'lines':
      return <span className="fill-shown-lines">{textOf(value)}</span>
    case 'money': {
      const capitals = capitalsOf(textOf(value), part.unit, language)
      return (
        <>
          {valueText(part, value, { language, zone, t, ...unknown })}
          {capitals !== undefined && <p className="fill-capitals">{capitals}</p>}
        </>
      )
    }
    case 'dictionary':
      return <DictionaryWord type={part.dictionary ?? ''} value={textOf(value)} />
    case 'reading':
      return <Reading value={value} />
    case 'files':
    case 'pictures':
      return <ShownFiles value={value} isPictures={part.kind === 'pictures'} />
    case 'signature':
      return <PictureOf file={{ id: textOf(recordOf(value)['id']) }} name={t('fill.signature')} sources={sources} className="fill-signed" />
    case 'table':
      return <ShownTable columns={(part as { columns?: readonly FormColumn[] }).columns ?? []} rows={listOf(value).map(recordOf)} />
    default: {
      const noun = part.kind === 'reference' ? part.noun : KINDS[part.kind].of
      return noun ? <Row noun={noun} id={textOf(value)} /> : <>{valueText(part, value, { language, zone, t, ...unknown })}</>
    }
  }
}

function ShownTable({ columns, rows }: { columns: readonly FormColumn[]; rows: readonly Readonly<Record<string, unknown>>[] }) {
  const { language } = useForm()
  return (
    <div className="fill-table">
      <div className="fill-table-scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ id, labels }) => (
                <th key={id} scope="col">
                  {textIn(labels, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column.id} data-label={textIn(column.labels, language)}>
                    {row[column.id] !== undefined && <Content part={column} value={row[column.id]} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
