/** One row of a table; on a phone, a card. */
import type { CSSProperties, ReactNode } from 'react'
import { useState } from 'react'
import type { CardPlace } from './card.ts'
import type { Placed } from './column-settings.ts'
import type { RowAction, RowRoom } from './row-action.ts'
import { RowActions } from './row-actions.tsx'
import { pinning } from './table-head.tsx'
import type { TableTexts } from './table-texts.ts'
import { named } from './named.ts'

interface TableRowProps<Row> {
  readonly row: Row
  readonly at: number
  readonly name: string
  readonly placed: readonly Placed<Row>[]
  readonly offsets: readonly (number | undefined)[]
  /** Where each column stands on a card; nothing where the row is none. */
  readonly places: readonly CardPlace[] | undefined
  readonly depth: number
  /** Whether branches are unfolded here, and whether this is one; nothing in a table that is no tree. */
  readonly twig: { readonly branch: boolean; readonly folded: boolean; readonly onToggle: () => void } | undefined
  /** Nothing where rows are not chosen. */
  readonly choice: { readonly chosen: boolean; readonly onChoose: () => void } | undefined
  readonly actions: { readonly of: readonly RowAction[]; readonly room: RowRoom } | undefined
  /** Its place among all rows, where not all of them are drawn. */
  readonly index: number | undefined
  readonly texts: TableTexts
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, at, name, placed, offsets, places, depth, twig, choice, actions, index, texts } = props
  const [isOpen, setOpen] = useState(false)
  const more = places?.filter((place) => place === 'rest').length ?? 0
  const moreLabel = isOpen ? texts.lessOfRow : texts.rest(more)
  const classes = [at % 2 === 1 && 'odd', choice?.chosen && 'chosen'].filter(Boolean).join(' ')

  return (
    <tr
      data-at={at}
      tabIndex={-1}
      className={classes || undefined}
      aria-rowindex={index}
      style={places && twig ? ({ '--depth': depth } as CSSProperties) : undefined}
    >
      {choice && (
        <td className="choice">
          <input type="checkbox" checked={choice.chosen} aria-label={named(texts.choose, name)} onChange={choice.onChoose} />
        </td>
      )}
      {placed.map(({ column, pin }, place) => {
        const onCard = places?.[place]
        if (onCard === 'rest' && !isOpen) return null
        const text = column.text?.(row)
        const isTwig = place === 0 && twig !== undefined
        const { className, style } = pinning(pin, offsets[place], place === 0)
        const shown = isTwig ? <Twig {...twig} name={name} texts={texts} shown={column.render(row)} /> : column.render(row)
        return (
          <td
            key={column.key}
            className={onCard ? cardClass(onCard, text) : className}
            title={text || undefined}
            style={onCard ? undefined : isTwig ? { ...style, paddingLeft: `calc(12px + ${depth} * var(--indent))` } : style}
          >
            {onCard === 'field' || onCard === 'rest' ? (
              <>
                <span className="card-label">{column.title}</span>
                <span className="card-value">{shown}</span>
              </>
            ) : (
              shown
            )}
          </td>
        )
      })}
      {more > 0 && (
        <td className="card-more">
          <button type="button" aria-expanded={isOpen} aria-label={named(moreLabel, name)} onClick={() => setOpen(!isOpen)}>
            {moreLabel}
          </button>
        </td>
      )}
      {actions && (
        <td className="actions">
          <RowActions actions={actions.of} room={actions.room} name={name} more={texts.more} />
        </td>
      )}
    </tr>
  )
}

/** What a row does not have takes no line of its card. */
const cardClass = (place: CardPlace, text: string | undefined) =>
  text === '' && place !== 'title' ? `card-${place} void` : `card-${place}`

interface TwigProps {
  readonly branch: boolean
  readonly folded: boolean
  readonly onToggle: () => void
  readonly name: string
  readonly texts: TableTexts
  readonly shown: ReactNode
}

function Twig({ branch, folded, onToggle, name, texts, shown }: TwigProps) {
  return (
    <>
      {branch ? (
        <button
          type="button"
          className={folded ? 'twig' : 'twig open'}
          aria-expanded={!folded}
          aria-label={named(folded ? texts.unfold : texts.fold, name)}
          onClick={onToggle}
        />
      ) : (
        <span className="twig leaf" />
      )}
      <span className="tree-text">{shown}</span>
    </>
  )
}
