import LinkOutlined from '@ant-design/icons/es/icons/LinkOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useState } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import type { Place } from '../../../../model/file/files.ts'
import { bytesOf } from '../../../shared/files/bytes.ts'
import { isFolder } from '../../../shared/files/client.ts'
import { FileIcon } from '../../../shared/files/file-icon.tsx'
import { stemLength } from '../../../shared/files/names.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import type { Dropped } from '../../../shared/files/uploads/found.ts'
import { drag, dropOn } from './drag.ts'
import type { Keys } from './selection.ts'
import { Thumbnail, hasThumbnail } from './thumbnail.tsx'
import { named } from '../../../ui/named.ts'

export interface EntryEvents {
  readonly onOpen: (row: FileRow) => void
  /** Absent where nobody may. */
  readonly onMove: ((ids: readonly string[], folder: string) => void) | undefined
  readonly onUpload: ((dropped: Promise<Dropped>, folder: string) => void) | undefined
  readonly onRenamed: (row: FileRow, name: string | undefined) => void
  readonly onRename: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
  readonly onUp: () => void
  readonly onMenu: (at: { x: number; y: number }) => void
}

interface EntryProps extends Pick<EntryEvents, 'onOpen' | 'onMove' | 'onUpload' | 'onRenamed'> {
  readonly row: FileRow
  readonly place: Place
  readonly view: 'list' | 'tiles'
  readonly chosen: boolean
  /** Tab leads here. */
  readonly reached: boolean
  readonly renaming: boolean
  readonly isSearch: boolean
  /** What goes along when this one is dragged. */
  readonly dragged: readonly string[]
  readonly onTick: () => void
  readonly onPress: (keys: Keys) => void
  readonly onGrab: () => void
}

export function Entry({
  row,
  place,
  view,
  chosen,
  reached,
  renaming,
  isSearch,
  dragged,
  onOpen,
  onMove,
  onUpload,
  onRenamed,
  onTick,
  onPress,
  onGrab,
}: EntryProps) {
  const t = useT()
  const { id, originalFilename: name } = row
  const takes = isFolder(row) && place === 'mine'
  const drop = takes
    ? dropOn({
        move:
          onMove &&
          ((ids) => {
            if (!ids.includes(id)) onMove(ids, id)
          }),
        upload: onUpload && ((dropped) => onUpload(dropped, id)),
      })
    : {}

  function onClick(event: MouseEvent<HTMLElement>): void {
    if ((event.target as HTMLElement).closest('input')) return
    // A finger has no double click: it opens, or goes on choosing.
    if ((event.nativeEvent as PointerEvent).pointerType === 'touch') onOpen(row)
    else onPress({ shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey })
  }

  return (
    <div
      role="row"
      aria-selected={chosen}
      aria-label={`${name}, ${row.fileTypeCn}`}
      tabIndex={reached ? 0 : -1}
      data-id={id}
      className={chosen ? 'entry chosen' : 'entry'}
      draggable={onMove !== undefined && !renaming}
      onClick={onClick}
      onDoubleClick={({ target }) => {
        if (!(target as HTMLElement).closest('input')) onOpen(row)
      }}
      onDragStart={(event) => {
        onGrab()
        drag(event, dragged)
      }}
      {...drop}
    >
      <span role="gridcell" className="entry-tick">
        <input type="checkbox" tabIndex={-1} checked={chosen} aria-label={named(t('list.choose'), name)} onChange={onTick} />
      </span>
      <span role="gridcell" className="entry-originalFilename">
        {view === 'tiles' && hasThumbnail(row) ? <Thumbnail row={row} /> : <FileIcon type={row.fileType} />}
        {renaming ? (
          <NameField row={row} onDone={(next) => onRenamed(row, next)} />
        ) : (
          <span className="entry-name" title={name}>
            {name}
            {isSearch && row.path && row.path.length > 0 && <small>{row.path.join(' / ')}</small>}
          </span>
        )}
        {row.isShared === 1 && row.isOwn && (
          <TeamOutlined className="entry-mark" role="img" aria-label={t('disk.is-shared')} title={t('disk.is-shared')} />
        )}
        {row.isLinked === 1 && (
          <LinkOutlined className="entry-mark" role="img" aria-label={t('disk.is-linked')} title={t('disk.is-linked')} />
        )}
      </span>
      <span role="gridcell" className="entry-size">
        {isFolder(row) ? '' : sizeOf(bytesOf(row))}
      </span>
      <span role="gridcell" className="entry-fileType">
        {row.fileTypeCn}
      </span>
      <span role="gridcell" className="entry-updateTime">
        {((place === 'recycled' ? row.deletedTime : undefined) ?? row.updateTime).slice(0, 16)}
      </span>
      <span role="gridcell" className="entry-who">
        {row.isOwn ? t('disk.me') : row.createdBy}
      </span>
    </div>
  )
}

/** Enter gives the name, Escape leaves it as it was, and so does an empty one. */
function NameField({ row: { originalFilename: name, ...row }, onDone }: { row: FileRow; onDone: (name: string | undefined) => void }) {
  const t = useT()
  const [draft, setDraft] = useState(name)
  const [done, setDone] = useState(false)

  function finish(keep: boolean): void {
    if (done) return
    setDone(true)
    const wanted = draft.trim()
    onDone(keep && wanted !== '' && wanted !== name ? wanted : undefined)
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation()
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) finish(true)
    else if (event.key === 'Escape') finish(false)
  }

  return (
    <input
      className="entry-field"
      aria-label={t('disk.new-name')}
      value={draft}
      maxLength={255}
      autoFocus
      onFocus={({ target }) => target.setSelectionRange(0, isFolder(row) ? name.length : stemLength(name))}
      onChange={({ target }) => setDraft(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  )
}
