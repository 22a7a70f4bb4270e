/** Beside the entries: the places, one's folders, and how much room they take. */
import CloudOutlined from '@ant-design/icons/es/icons/CloudOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import TeamOutlined from '@ant-design/icons/es/icons/TeamOutlined'
import { useQuery } from '@tanstack/react-query'
import type { Place } from '../../../../model/file/files.ts'
import { FILES, ROOT, folderTree } from '../../../shared/files/client.ts'
import { queryFileUsage } from '../../../../model/contract/file/disk.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Dropped } from '../../../shared/files/uploads/found.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../kernel/i18n/size.ts'
import { dropOn } from './drag.ts'
import { FolderTree } from './folder-tree.tsx'
import type { Where } from './place.ts'

interface SideProps {
  readonly where: Where
  readonly onGo: (to: Partial<Where>) => void
  readonly onMove: ((ids: readonly string[], folder: string) => void) | undefined
  readonly onUpload: ((dropped: Promise<Dropped>, folder: string) => void) | undefined
  readonly onDelete: ((ids: readonly string[]) => void) | undefined
}

const icons: Readonly<Record<Place, typeof CloudOutlined>> = { mine: CloudOutlined, shared: TeamOutlined, recycled: DeleteOutlined }

export function Side({ where: { place, folder }, onGo, onMove, onUpload, onDelete }: SideProps) {
  const t = useT()
  const { data: folders = [] } = useQuery(folderTree())
  const places = Object.keys(icons) as Place[]
  const drop = {
    mine: dropOn({ move: onMove && ((ids) => onMove(ids, ROOT)), upload: onUpload && ((dropped) => onUpload(dropped, ROOT)) }),
    shared: {},
    recycled: dropOn({ move: onDelete }),
  }
  return (
    <aside className="disk-side" aria-label={t('disk.places')}>
      <nav aria-label={t('disk.places')}>
        {places.map((one) => {
          const Icon = icons[one]
          const isHere = one === place && folder === ROOT
          return (
            <button
              key={one}
              type="button"
              className={one === place ? 'disk-place here' : 'disk-place'}
              aria-current={isHere ? 'page' : undefined}
              onClick={() => onGo({ place: one })}
              {...drop[one]}
            >
              <Icon aria-hidden="true" /> {t(`disk.place-${one}`)}
            </button>
          )
        })}
      </nav>
      {folders.length > 0 && (
        <FolderTree
          nodes={folders}
          current={folder}
          onGo={(id) => onGo({ place: 'mine', folder: id })}
          onMove={onMove}
          onUpload={onUpload}
        />
      )}
      <Usage />
    </aside>
  )
}

/** A quota of 0 is none. */
function Usage() {
  const t = useT()
  const { data } = useQuery({
    queryKey: [FILES, 'usage'],
    queryFn: ({ signal }) => ask(queryFileUsage, {}, { signal }),
    retry: false,
  })
  if (!data) return null
  return (
    <div className="disk-usage">
      <Share label={t('disk.my-usage')} used={data.used} quota={data.quota} />
      {data.tenantQuota > 0 && <Share label={t('disk.tenant-usage')} used={data.tenantUsed} quota={data.tenantQuota} />}
    </div>
  )
}

function Share({ label, used, quota }: { label: string; used: number; quota: number }) {
  const t = useT()
  return (
    <p>
      <span>{label}</span>
      {quota > 0 && <meter min={0} max={quota} value={used} high={quota * 0.9} optimum={0} aria-label={label} />}
      <small>{quota > 0 ? t('disk.used-of', { used: sizeOf(used), quota: sizeOf(quota) }) : sizeOf(used)}</small>
    </p>
  )
}
