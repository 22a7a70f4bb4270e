import type { Feature } from '../../../kernel/http/http.ts'
import { deleteFile, emptyRecycleBin, eraseFile, restoreFile } from './bin.ts'
import { queryPicture, uploadFile } from './contents.ts'
import { downloadFile } from './download.ts'
import { content } from './range-route.ts'
import { addFileLink, deleteFileLink, queryFileLink } from './links.ts'
import { queryFile } from './list.ts'
import { moveFile } from './move.ts'
import { linkRoutes } from './open-link.ts'
import { play, playTicket } from './play.ts'
import { queryFileTypeName, queryFolderTree } from './queries.ts'
import { upload } from './resumable/routes.ts'
import { shareOptions } from './share-options.ts'
import { changeShares, readShares } from './shares.ts'
import { downloadByTicket, downloadTicket } from './tickets.ts'
import { queryFileUsage } from './usage.ts'
import { queryFileVersion, restoreFileVersion } from './versions.ts'
import { addFolder, updateFileIsShared, updateFileName } from './write.ts'

export const filesFeature: Feature = {
  tag: 'files',
  routes: [
    queryFolderTree,
    queryFile,
    queryFileTypeName,
    uploadFile,
    downloadFile,
    queryPicture,
    addFolder,
    updateFileName,
    updateFileIsShared,
    moveFile,
    deleteFile,
    restoreFile,
    eraseFile,
    emptyRecycleBin,
    queryFileVersion,
    restoreFileVersion,
    readShares,
    shareOptions,
    changeShares,
    addFileLink,
    queryFileLink,
    deleteFileLink,
    queryFileUsage,
    ...linkRoutes,
    upload,
    content,
    downloadTicket,
    downloadByTicket,
    playTicket,
    play,
  ],
}
