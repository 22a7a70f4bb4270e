import type { Feature } from '../../../kernel/http.ts'
import { downloadFile, queryPicture, uploadFile } from './contents.ts'
import { queryFile, queryFileTypeName, queryFolderTree } from './queries.ts'
import { addFolder, deleteFile, updateFileIsShared, updateFileName } from './write.ts'

export const filesFeature: Feature = {
  tag: 'files',
  routes: [queryFolderTree, queryFile, queryFileTypeName, uploadFile, downloadFile, queryPicture, addFolder, updateFileName, updateFileIsShared, deleteFile],
}
