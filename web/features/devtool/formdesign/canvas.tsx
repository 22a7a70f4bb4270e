/** The form as it will stand on the page, of parts that are chosen, moved and taken out. */
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { useDraggable } from '@dnd-kit/core'
import type { MouseEvent, RefObject } from 'react'
import { memo, useLayoutEffect, useRef } from 'react'
import type { Texts } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { stopIn, useDesign, useDesignState } from './design-store.ts'
import { FieldPicture } from './field-picture.tsx'
import { nameOf, ownText, sortOf } from './names.ts'
import { answerKey, duplicate } from './part-keys.ts'
import type { FieldSettings, Part } from './state/doc.ts'
import { isField } from './state/doc.ts'
import './canvas.css'

interface CanvasProps {
  /** The parts with a fault, by their keys. */
  readonly faulty: ReadonlySet<string>
  /** Opens what the chosen part says. */
  readonly onEdit: () => void
  readonly surface: RefObject<HTMLDivElement | null>
  readonly mark: RefObject<HTMLDivElement | null>
}

export function Canvas({ faulty, onEdit, surface, mark }: CanvasProps) {
  const t = useT()
  const design = useDesign()
  const parts = useDesignState(({ doc }) => doc.of)
  const tree = useRef<HTMLDivElement>(null)
  useFocusOnChosen(tree)

  return (
    // A click beside the parts chooses none; the Escape key does the same.
    <div className="form-canvas" ref={surface} onClick={() => design.act({ do: 'select', key: undefined })}>
      <p className="form-keys" id="form-canvas-keys">
        {t('form-design.keys')}
      </p>
      <div
        className="form-parts"
        role="tree"
        ref={tree}
        aria-label={t('form-design.canvas')}
        aria-describedby="form-canvas-keys"
        data-tree=""
        onKeyDown={(event) => {
          answerKey(event, design, onEdit)
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
            event.preventDefault()
            duplicate(design, (event.target as HTMLElement).dataset['part'] ?? '')
          }
        }}
      >
        {parts.map((part, at) => (
          <CanvasPart key={part.key} part={part} place={at + 1} of={parts.length} depth={1} faulty={faulty} />
        ))}
      </div>
      {parts.length === 0 && <p className="form-canvas-empty">{t('form-design.empty')}</p>}
      <div className="form-drop-mark" ref={mark} hidden />
    </div>
  )
}

/** While the keyboard is on a part, it goes along when another one is chosen or the part is drawn elsewhere. */
export function useFocusOnChosen(tree: RefObject<HTMLElement | null>): void {
  const { store } = useDesign()
  const had = useRef(false)
  useLayoutEffect(() => {
    const { current } = tree
    if (!current) return undefined
    const note = () => {
      had.current = current.contains(document.activeElement) && document.activeElement !== current
    }
    // Before the page is drawn anew, since what had the focus may be gone then.
    const leave = (event: FocusEvent) => {
      if (event.relatedTarget !== null && !current.contains(event.relatedTarget as Node)) had.current = false
    }
    current.addEventListener('focusin', note)
    current.addEventListener('focusout', leave)
    return () => {
      current.removeEventListener('focusin', note)
      current.removeEventListener('focusout', leave)
    }
  }, [tree])
  const stop = useDesignState(stopIn)
  const doc = useDesignState((state) => state.doc)
  useLayoutEffect(() => {
    if (!had.current) return
    const active = document.activeElement
    if (active !== document.body && !tree.current?.contains(active)) return
    const part = tree.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(stopIn(store.getState()) ?? '')}"]`)
    if (part && part !== active) part.focus()
  }, [tree, store, stop, doc])
}

interface PartProps {
  readonly part: Part
  readonly place: number
  readonly of: number
  readonly depth: number
  readonly faulty: ReadonlySet<string>
}

const CanvasPart = memo(function CanvasPart({ part, place, of, depth, faulty }: PartProps) {
  const t = useT()
  const { act } = useDesign()
  const language = useDesignState((state) => state.language)
  const isChosen = useDesignState(({ selected }) => selected === part.key)
  const isStop = useDesignState((state) => stopIn(state) === part.key)
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: part.key, data: { key: part.key } })
  const isWrong = faulty.has(part.key)
  const [name, sort] = [nameOf(part, language, t), sortOf(part, t)]
  const span = part.part === 'field' ? part.span : undefined
  const className = ['form-part', `form-part-${part.part}`, isChosen && 'chosen', isDragging && 'dragged', isWrong && 'wrong']

  return (
    <div
      ref={setNodeRef}
      data-drop={part.key}
      className={className.filter(Boolean).join(' ')}
      style={span === undefined ? undefined : { flex: `${span} 1 0` }}
      onClick={(event: MouseEvent<HTMLElement>) => {
        event.stopPropagation()
        event.currentTarget.querySelector<HTMLElement>('[data-part]')?.focus()
        act({ do: 'select', key: part.key })
      }}
      {...listeners}
    >
      <span className="form-part-handle" aria-hidden="true">
        <HolderOutlined />
      </span>
      <div
        role="treeitem"
        data-part={part.key}
        className={`form-look form-look-${part.part}`}
        tabIndex={isStop ? 0 : -1}
        aria-label={isWrong ? t('form-design.with-fault', { part: name }) : name}
        aria-selected={isChosen}
        aria-level={depth}
        aria-posinset={place}
        aria-setsize={of}
      >
        {isField(part) ? (
          <FieldLabel field={part.field} language={language} />
        ) : (
          ownText(part, language) || (part.part !== 'divider' && sort)
        )}
      </div>
      {isField(part) && <FieldLook field={part.field} language={language} />}
      {mayHold(part) && (
        <div className={`form-inside form-inside-${part.part}`} role="group" aria-label={name}>
          {part.of.map((one, at) => (
            <CanvasPart key={one.key} part={one} place={at + 1} of={part.of.length} depth={depth + 1} faulty={faulty} />
          ))}
          {part.of.length === 0 && (
            <span className="form-inside-empty" aria-hidden="true">
              {t('form-design.empty-inside')}
            </span>
          )}
        </div>
      )}
    </div>
  )
})

const mayHold = (part: Part): boolean => (isField(part) ? part.field.kind === 'table' : !['heading', 'text', 'divider'].includes(part.part))

/** The label with marks for what else is said: required, conditions, a calculation. They are drawn by the style, and said by the panel. */
function FieldLabel({ field, language }: { field: FieldSettings; language: keyof Texts }) {
  const isConditional = field.visibleWhen ?? field.requiredWhen ?? field.readOnlyWhen
  const marks = [field.required && 'required', isConditional && 'conditional', field.compute && 'calculated'].filter(Boolean)
  return <span className={marks.join(' ')}>{textIn(field.labels, language)}</span>
}

/** What is seen of a field below its label. */
function FieldLook({ field, language }: { field: FieldSettings; language: keyof Texts }) {
  if (field.kind === 'table' && !field.help) return null
  return (
    <div className="form-field-look" aria-hidden="true">
      {field.kind !== 'table' && <FieldPicture field={field} language={language} />}
      {field.help && <span className="form-field-help">{textIn(field.help, language)}</span>}
    </div>
  )
}
