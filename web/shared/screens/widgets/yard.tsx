/** The components of a yard in their sheds, drawn at an angle from above: what stage of curing each is in, and whether it has passed. */
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import type { WidgetProps } from '../widget-props.ts'
import { at2 } from './arcs.ts'
import { Empty } from './chart-rows.tsx'
import { columnsFor } from './devices.tsx'
import { shortened } from './heat-grid.tsx'
import { More, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { MIN_TEXT } from './value.ts'

type Part = ScreenRows<'yard'>[number]

export interface Shed {
  readonly name: string
  readonly parts: readonly Part[]
}

/** The components by the sites on which they stand. */
export function shedsOf(parts: readonly Part[]): Shed[] {
  const sheds = new Map<string, Part[]>()
  for (const part of parts) {
    const name = part.siteName ?? ''
    const own = sheds.get(name)
    if (own) own.push(part)
    else sheds.set(name, [part])
  }
  return [...sheds].map(([name, own]) => ({ name, parts: own }))
}

/** A slab at an angle from above: its top, its front and its side. */
export function slab(
  x: number,
  y: number,
  width: number,
  height: number,
): { readonly top: string; readonly front: string; readonly side: string } {
  const [deep, high] = [Math.min(height * 0.42, width * 0.22), height * 0.38]
  const [left, right, back, upper, lower] = [x, x + width - deep, y, y + deep, y + deep + high].map(at2) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const [l2, r2] = [at2(left + deep), at2(right + deep)]
  return {
    top: `M${left} ${upper}L${l2} ${back}L${r2} ${back}L${right} ${upper}Z`,
    front: `M${left} ${upper}L${right} ${upper}L${right} ${lower}L${left} ${lower}Z`,
    side: `M${right} ${upper}L${r2} ${back}L${r2} ${at2(back + high)}L${right} ${lower}Z`,
  }
}

const STAGES = ['rest', 'heating', 'constant', 'cooling', 'curing', 'laying', 'rolling', 'opening']
/** A sign for each stage, so that nobody needs its colour. */
const SIGNS: Readonly<Record<string, string>> = {
  rest: '‖',
  heating: '↗',
  constant: '→',
  cooling: '↘',
  curing: '≈',
  laying: '▁',
  rolling: '◯',
  opening: '⇢',
}
const VERDICTS: Readonly<Record<string, string>> = { pass: '✓', fail: '✕', undecided: '?', waived: '–' }

export function YardView(props: WidgetProps<'yard'>) {
  const { options, scale } = props
  const t = useT()
  const list = useRows(props, 'yard')
  const room = roomOf(props, options.title, 14)
  const sheds = shedsOf(list?.rows ?? [])
  const used = [...new Set((list?.rows ?? []).flatMap(({ stage }) => (stage === null ? [] : [stage])))]
  const legend = used.length > 0 ? room.size * 1.8 : 0
  const head = room.size * 1.7
  const longest = Math.max(1, ...sheds.map(({ parts }) => parts.length))
  // All are of one size, wherever they stand: in as many columns as leave them largest, and no larger than anybody needs.
  const columns = Math.min(
    longest,
    options.columns ?? Math.max(4, columnsFor(longest, room.width, (room.height - legend) / Math.max(1, sheds.length) - head, 2)),
  )
  const lines = sheds.map(({ parts }) => Math.ceil(parts.length / columns))
  const all = lines.reduce((sum, count) => sum + count, 0)
  const cell = Math.min(room.width / columns, room.size * 13)
  const lineHeight = Math.min(cell * 0.6, Math.max(MIN_TEXT * 2, (room.height - legend - head * sheds.length) / Math.max(1, all)))
  const tops = sheds.map((_, at) => head * at + lines.slice(0, at).reduce((sum, count) => sum + count * lineHeight, 0))
  return (
    <Shell {...props} title={options.title} size={14}>
      {sheds.length === 0 ? (
        <Empty isWaiting={!list} />
      ) : (
        <>
          <svg className="sw-svg" width={room.width} height={room.height - legend} aria-hidden="true">
            {sheds.map((shed, at) => (
              <ShedOf
                key={shed.name}
                shed={shed}
                top={tops[at] ?? 0}
                head={head}
                size={room.size}
                lineHeight={lineHeight}
                columns={columns}
                cell={cell}
                scale={scale}
              />
            ))}
          </svg>
          {legend > 0 && (
            <p className="sw-legend" style={{ height: legend }}>
              {used.map((stage) => (
                <span key={stage} data-stage={Math.max(0, STAGES.indexOf(stage)) + 1}>
                  <span aria-hidden="true">{SIGNS[stage] ?? '·'}</span> {textOr(`choice.runStage.${stage}`, stage)}
                </span>
              ))}
            </p>
          )}
          <ul className="visually-hidden">
            {list?.rows.map(({ id, componentCode, componentName, stage, verdict }) => (
              <li key={id}>
                {[
                  componentName ?? componentCode,
                  stage === null ? t('screen-widget.no-run') : textOr(`choice.runStage.${stage}`, stage),
                  verdict === null ? '' : textOr(`choice.runVerdict.${verdict}`, verdict),
                ]
                  .filter(Boolean)
                  .join(': ')}
              </li>
            ))}
          </ul>
        </>
      )}
      <More count={(list?.total ?? 0) - (list?.rows.length ?? 0)} />
    </Shell>
  )
}

interface ShedProps {
  readonly shed: Shed
  readonly top: number
  /** How wide each is, its gap included. */
  readonly cell: number
  readonly head: number
  readonly size: number
  readonly lineHeight: number
  readonly columns: number
  readonly scale: number
}

function ShedOf({ shed, top, cell, head, size, lineHeight, columns, scale }: ShedProps) {
  const gap = Math.max(3, 6 * scale)
  return (
    <g>
      <text x={0} y={at2(top + size * 1.1)} className="sw-shed" fontSize={size}>
        {shed.name}
      </text>
      {shed.parts.map((part, at) => {
        const [x, y] = [(at % columns) * cell, top + head + Math.floor(at / columns) * lineHeight]
        const faces = slab(x, y, Math.max(4, cell - gap), Math.max(4, lineHeight - gap))
        const text = shortened(part.componentCode ?? part.componentName ?? '', Math.max(2, Math.floor(cell / (size * 0.62)) - 3))
        const sign = part.verdict !== null ? (VERDICTS[part.verdict] ?? '') : part.stage !== null ? (SIGNS[part.stage] ?? '·') : ''
        return (
          <g
            key={part.id}
            data-stage={part.stage === null ? 0 : Math.max(0, STAGES.indexOf(part.stage)) + 1}
            data-verdict={part.verdict ?? undefined}
          >
            <path d={faces.side} className="sw-slab-side" />
            <path d={faces.front} className="sw-slab-front" />
            <path d={faces.top} className="sw-slab-top" />
            {cell > size * 3 && (
              <text
                x={at2(x + size * 0.3)}
                y={at2(y + Math.min((lineHeight - gap) * 0.42, (cell - gap) * 0.22) + (lineHeight - gap) * 0.19)}
                className="sw-slab-text"
                fontSize={Math.max(MIN_TEXT, Math.min(size, lineHeight * 0.3))}
                dominantBaseline="central"
              >
                {`${sign} ${text}`.trim()}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}
