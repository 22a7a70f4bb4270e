import FileExcelOutlined from '@ant-design/icons/es/icons/FileExcelOutlined'
import FileImageOutlined from '@ant-design/icons/es/icons/FileImageOutlined'
import FileOutlined from '@ant-design/icons/es/icons/FileOutlined'
import FileTextOutlined from '@ant-design/icons/es/icons/FileTextOutlined'
import FileZipOutlined from '@ant-design/icons/es/icons/FileZipOutlined'
import FolderFilled from '@ant-design/icons/es/icons/FolderFilled'
import PlayCircleOutlined from '@ant-design/icons/es/icons/PlayCircleOutlined'
import ProfileOutlined from '@ant-design/icons/es/icons/ProfileOutlined'
import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import type { FileType } from '../../../model/file/files.ts'
import './file-icon.css'

const icons: Record<FileType, typeof FileOutlined> = {
  folder: FolderFilled,
  image: FileImageOutlined,
  document: ProfileOutlined,
  spreadsheet: FileExcelOutlined,
  text: FileTextOutlined,
  audio: SoundOutlined,
  video: PlayCircleOutlined,
  archive: FileZipOutlined,
  other: FileOutlined,
}

/** What kind of file it is, at a glance; the words stand elsewhere. */
export function FileIcon({ type }: { type: FileType }) {
  const Icon = icons[type]
  return <Icon className={`file-icon file-${type}`} aria-hidden="true" />
}
