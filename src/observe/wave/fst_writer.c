#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64
#include "observe/wave/fst_writer.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>

static _Thread_local int first_error = 0;

static void keep_error(void) {
  if (first_error == 0) {
    first_error = errno != 0 ? errno : EIO;
  }
}

static size_t watched_fwrite(const void* data, size_t size, size_t count, FILE* file) {
  const size_t written = fwrite(data, size, count, file);
  if (written < count && size > 0) {
    keep_error();
  }
  return written;
}

static int watched_fputc(int letter, FILE* file) {
  const int written = fputc(letter, file);
  if (written == EOF) {
    keep_error();
  }
  return written;
}

static int watched_fflush(FILE* file) {
  const int result = fflush(file);
  if (result != 0) {
    keep_error();
  }
  return result;
}

/* A seek writes what waits. */
static int watched_fseeko(FILE* file, off_t offset, int whence) {
  const int result = fseeko(file, offset, whence);
  if (result != 0) {
    keep_error();
  }
  return result;
}

static int watched_fclose(FILE* file) {
  const int result = fclose(file);
  if (result != 0) {
    keep_error();
  }
  return result;
}

/* The writer maps its temporary files, and a page that a full disk has no room for kills the
   process: so they live in memory, a few bytes for each signal and for each time in a block. */
static FILE* file_in_memory(void) {
  const int descriptor = memfd_create("sgdma-fst", MFD_CLOEXEC);
  FILE* file = descriptor < 0 ? NULL : fdopen(descriptor, "w+b");
  if (file == NULL) {
    keep_error();
  }
  return file;
}

#define fwrite watched_fwrite
#define fputc watched_fputc
#define fflush watched_fflush
#define fseeko watched_fseeko
#define fclose watched_fclose
#define tmpfile file_in_memory
#include "fastlz.c"
#include "lz4.c"
#include "fstapi.c"

#define SHOWN __attribute__((visibility("default")))

static struct fstWriterContext* context_of(struct SgdmaFst* file) {
  return (struct fstWriterContext*)file;
}

SHOWN struct SgdmaFst* sgdma_fst_create(const char* path) {
  struct fstWriterContext* file;
  errno = 0;
  file = fstWriterCreate(path, 1);
  if (file == NULL) {
    keep_error();
  }
  return (struct SgdmaFst*)file;
}

SHOWN void sgdma_fst_describe(struct SgdmaFst* file, int exponent, const char* version,
                              const char* comment) {
  fstWriterSetPackType(context_of(file), FST_WR_PT_LZ4);
  fstWriterSetTimescale(context_of(file), exponent);
  fstWriterSetVersion(context_of(file), version);
  fstWriterSetDate(context_of(file), ""); /* equal runs give equal files */
  if (comment[0] != '\0') {
    fstWriterSetComment(context_of(file), comment);
  }
}

SHOWN void sgdma_fst_enter_scope(struct SgdmaFst* file, const char* name) {
  fstWriterSetScope(context_of(file), FST_ST_VCD_MODULE, name, NULL);
}

SHOWN void sgdma_fst_leave_scope(struct SgdmaFst* file) { fstWriterSetUpscope(context_of(file)); }

SHOWN uint32_t sgdma_fst_add_words(struct SgdmaFst* file, const char* name, uint32_t count,
                                   uint32_t width, const char** words, const char** values) {
  return fstWriterCreateEnumTable(context_of(file), name, count, width, words, values);
}

SHOWN uint32_t sgdma_fst_add_signal(struct SgdmaFst* file, const char* name, uint32_t width,
                                    uint32_t words) {
  fstWriterEmitEnumTableRef(context_of(file), words);
  return fstWriterCreateVar(context_of(file), FST_VT_VCD_WIRE, FST_VD_IMPLICIT, width, name, 0);
}

/* These three are mapped as long as they should be, not as long as they are. */
SHOWN void sgdma_fst_end_declarations(struct SgdmaFst* file) {
  fflush(context_of(file)->hier_handle);
  fflush(context_of(file)->valpos_handle);
  fflush(context_of(file)->curval_handle);
}

SHOWN void sgdma_fst_time(struct SgdmaFst* file, uint64_t time) {
  fstWriterEmitTimeChange(context_of(file), time);
}

SHOWN void sgdma_fst_value(struct SgdmaFst* file, uint32_t signal, const char* digits) {
  fstWriterEmitValueChange(context_of(file), signal, digits);
}

SHOWN void sgdma_fst_flush(struct SgdmaFst* file) { fstWriterFlushContext(context_of(file)); }

SHOWN uint64_t sgdma_fst_bytes(struct SgdmaFst* file) {
  return (uint64_t)ftello(context_of(file)->handle);
}

SHOWN void sgdma_fst_close(struct SgdmaFst* file) { fstWriterClose(context_of(file)); }

SHOWN void sgdma_fst_abandon(struct SgdmaFst* file) {
  struct fstWriterContext* context = context_of(file);
  char* beside = malloc(strlen(context->filename) + sizeof ".hier");
  if (beside != NULL) {
    strcpy(stpcpy(beside, context->filename), ".hier");
    unlink(beside);
    free(beside);
  }
  fstDestroyMmaps(context, 1);
  fclose(context->handle);
  fclose(context->hier_handle);
  tmpfile_close(&context->geom_handle, &context->geom_handle_nam);
  tmpfile_close(&context->valpos_handle, &context->valpos_handle_nam);
  tmpfile_close(&context->curval_handle, &context->curval_handle_nam);
  tmpfile_close(&context->tchn_handle, &context->tchn_handle_nam);
  free(context->vchg_mem);
  free(context->filename);
  free(context);
}

SHOWN int sgdma_fst_error(void) {
  const int error = first_error;
  first_error = 0;
  return error;
}
