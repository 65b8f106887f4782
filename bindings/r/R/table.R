# Data frames as tables of the library, and back.

# Each column as a plain vector that C knows, and its kind.
column_kind <- function(x, name) {
    if (inherits(x, "POSIXlt")) x <- as.POSIXct(x)
    if (inherits(x, "haven_labelled")) x <- labelled_texts(x)
    if (!is.null(dim(x))) refuse_column(name, "a matrix or a data frame: make a column of each of its columns")
    if (is.factor(x)) return(list("factor", factor_levels(x)))
    if (inherits(x, "POSIXct")) return(time_column(x))
    if (inherits(x, "Date")) return(list("date", as.double(unclass(x))))
    if (inherits(x, "integer64")) return(list("integer64", unclass(x)))
    if (is.list(x)) refuse_column(name, "a list: give one value per row")
    switch(typeof(x),
           character = list("text", utf8_texts(x, name)),
           logical = list("flag", as.logical(x)),
           integer = list("integer", as.integer(x)),
           double = list("number", as.double(x)),
           refuse_column(name, paste0("of type ", typeof(x), ": convert it to text or numbers")))
}

refuse_column <- function(name, what)
    refuse("column '", name, "' is ", what, code = "column_type", key = "table")

# The same text is the same object then, whatever its encoding was.
utf8_texts <- function(x, name) {
    x <- enc2utf8(as.vector(x))
    if (any(Encoding(x) == "bytes"))
        refuse_column(name, "text of unknown encoding (marked as bytes): use iconv()")
    x
}

factor_levels <- function(x) {
    plain <- structure(as.integer(x), levels = enc2utf8(levels(x)))
    if (anyDuplicated(levels(plain))) as_plain_factor(levels(plain)[plain]) else plain
}

as_plain_factor <- function(x) {
    levels <- unique(x)
    structure(match(x, levels), levels = levels)
}

# Values by their labels, as files of SPSS and Stata are read; others as they are.
labelled_texts <- function(x) {
    labels <- attr(x, "labels")
    values <- as.vector(unclass(x))
    at <- match(values, unname(unclass(labels)))
    out <- as.character(values)
    out[!is.na(at)] <- names(labels)[at[!is.na(at)]]
    out
}

# As clocks show it where the column says; days where it is always midnight, as R prints it.
time_column <- function(x) {
    parts <- as.POSIXlt(x)
    offset <- parts$gmtoff
    seconds <- as.double(unclass(x))
    offset <- if (is.null(offset)) as.double(as.POSIXct(format(parts), tz = "UTC")) - seconds else offset
    offset[is.na(offset)] <- 0
    local <- as.vector(seconds + offset)
    attributes(local) <- NULL
    known <- local[is.finite(local)]
    if (length(known) && all(known %% 86400 == 0)) list("date", local / 86400) else list("time", local)
}

# A table of the library. Data frames only: names of files are passed as they are.
table_of <- function(data, what = "data") {
    columns <- frame_columns(data, what)
    kinds <- Map(column_kind, columns, names(columns))
    checked(.Call(C_table_from_columns, lapply(kinds, `[[`, 2L), vapply(kinds, `[[`, "", 1L),
                  names(columns), as.double(nrow(data))))
}

frame_columns <- function(data, what) {
    if (!is.data.frame(data)) refuse(what, " takes a data frame or names of files, not ", class(data)[1L])
    names <- enc2utf8(names(data))
    if (!length(names)) refuse(what, " has no columns", code = "table_empty", key = "table")
    if (anyNA(names) || any(names == ""))
        refuse(what, ": column ", which(is.na(names) | names == "")[1L], " has no name",
               code = "column_unnamed", key = "table")
    if (anyDuplicated(names))
        refuse(what, ": two columns are called '", names[duplicated(names)][1L], "'",
               code = "columns_alike", key = "table")
    columns <- unclass(data)
    attributes(columns) <- NULL
    setNames(columns, names)
}

# The same table from texts, the plain way; the tests compare the two.
table_of_texts <- function(columns) {
    checked(.Call(C_table_from_texts, lapply(columns, as.character), enc2utf8(names(columns))))
}

is_path <- function(data) is.character(data) && length(data) >= 1L && !anyNA(data)

# Functions that are told of progress may change columns in place, which data.table offers: the release
# is made of those that were verified.
own_columns <- function(data) {
    if (isNamespaceLoaded("data.table")) data.table::copy(data) else data
}

# What jobs call their input: names of files, or a table.
input_of <- function(data, table = "table", input = "input", what = "data") {
    if (is_path(data)) return(setNames(list(path_names(data)), input))
    setNames(list(table_of(data, what)), table)
}

# URLs stay as they are.
path_names <- function(names) {
    url <- grepl("^[A-Za-z][A-Za-z0-9+.-]+:", names)
    ifelse(url, enc2utf8(names), enc2utf8(path.expand(names)))
}

# ---- The release -----------------------------------------------------------------------------

# The release of a data frame: columns that nobody changed are the original ones.
release_frame <- function(table, data, kept, quasi, averages) {
    found <- .Call(C_table_columns, table)
    columns <- lapply(seq_along(found$names), function(i) {
        name <- found$names[i]
        original <- if (!is.null(data)) data[[name]]
        if (found$untouched[i] && !is.null(original) && !name %in% quasi)
            return(kept_values(original, kept))
        if (name %in% quasi) return(published(table, i, original, kept, averages))
        .Call(C_table_texts, table, i)
    })
    names(columns) <- found$names
    frame_like(data, columns, found$rows, kept)
}

# Levels that only rows had which are not kept are not published.
kept_values <- function(x, kept) {
    if (is.null(kept)) return(x)
    some <- x[kept]
    if (!is.factor(x) || anyNA(levels(x))) return(some)
    gone <- setdiff(as.integer(x), c(as.integer(some), NA))
    if (length(gone)) levels(some)[gone] <- NA
    some
}

# Labels as a factor, its levels in the order of what they stand for. Averages of numbers and dates
# stay numbers and dates.
published <- function(table, place, original, kept, averages) {
    order <- if (is.factor(original) || is.numeric(original) || is.logical(original) ||
                 inherits(original, c("Date", "POSIXct"))) original
    labels <- .Call(C_table_factor, table, place, order, kept)
    if (!averages || !(is.numeric(original) || inherits(original, "Date"))) return(labels)
    values <- if (inherits(original, "Date")) as_dates(levels(labels)) else
        suppressWarnings(as.double(levels(labels)))
    if (anyNA(values)) labels else values[as.integer(labels)]
}

as_dates <- function(x) tryCatch(as.Date(x, format = "%Y-%m-%d"), error = function(e) NA)

# A table of the class of the original.
frame_like <- function(data, columns, rows, kept) {
    out <- structure(columns, class = "data.frame", row.names = .set_row_names(rows))
    if (is.null(data)) return(out)
    if (inherits(data, "data.table") && requireNamespace("data.table", quietly = TRUE))
        return(data.table::as.data.table(out))
    if (inherits(data, "tbl_df")) class(out) <- c("tbl_df", "tbl", "data.frame")
    else if (.row_names_info(data) > 0L) attr(out, "row.names") <- kept_values(attr(data, "row.names"), kept)
    out
}

# Names of rows are published with them, and often name people.
warn_of_row_names <- function(data) {
    if (inherits(data, c("tbl_df", "data.table")) || .row_names_info(data) <= 0L) return(NULL)
    if (!is.character(attr(data, "row.names"))) return(NULL)
    list(kind = "warning", code = "row_names", attribute = NA_character_, accepted = FALSE,
         message = paste("the release keeps the names of the rows, which may name people:",
                         "remove them with rownames(data) <- NULL"))
}
