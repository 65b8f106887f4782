# A hierarchy is a data frame of labels: the values, then a column for each level. So it can be
# looked at, changed and saved like any other.

hierarchy <- function(x, by = NULL) {
    if (inherits(x, "shoal_hierarchy") && is.null(by)) return(x)
    if (is.data.frame(x)) return(hierarchy_frame(x))
    if (is.list(x) && !is.object(x)) return(hierarchy_frame(nested_labels(x)))
    if (is.character(x) && length(x) == 1L && is.null(by)) return(hierarchy_file(x))
    if (is.atomic(x) && length(x)) return(hierarchy_built(x, if (is.null(by)) "auto" else by))
    refuse("hierarchy takes labels as a data frame, groups as a list, the name of a file, or values")
}

hierarchy_frame <- function(x) {
    if (!nrow(x) || ncol(x) < 1L) refuse("a hierarchy needs values, one in each row")
    cells <- lapply(x, function(column) enc2utf8(as.character(column)))
    if (anyNA(unlist(cells))) refuse("the labels of a hierarchy cannot be NA")
    names(cells) <- c("value", if (length(cells) > 1L) paste0("level", seq_len(length(cells) - 1L)))
    made <- structure(cells, class = c("shoal_hierarchy", "data.frame"),
                      row.names = .set_row_names(length(cells[[1L]])))
    labels <- as_labels(made)
    checked(.Call(C_hierarchy_check, labels$cells, labels$levels))
    made
}

# Groups of values, groups of groups, ...: list(south = list(coast = c("a", "b"), hills = "c")).
# All values are equally deep.
nested_labels <- function(x) {
    walk <- function(node, above) {
        if (is.list(node)) {
            if (is.null(names(node)) || any(names(node) == "")) refuse("every group needs a name")
            return(do.call(rbind, Map(function(child, name) walk(child, c(name, above)), node, names(node))))
        }
        values <- as.character(node)
        cbind(values, matrix(above, length(values), length(above), byrow = TRUE))
    }
    parts <- Map(function(child, name) walk(child, name), x, names(x))
    if (is.null(names(x)) || any(names(x) == "")) refuse("every group needs a name")
    if (length(unique(vapply(parts, ncol, 0L))) != 1L)
        refuse("all values of a hierarchy must be equally deep: repeat a group where a level adds nothing")
    rows <- do.call(rbind, parts)
    as.data.frame(cbind(rows, "*"), stringsAsFactors = FALSE)
}

as_columns <- function(labels) {
    names(labels) <- c("value", if (length(labels) > 1L) paste0("level", seq_len(length(labels) - 1L)))
    structure(labels, class = c("shoal_hierarchy", "data.frame"),
              row.names = .set_row_names(length(labels[[1L]])))
}

hierarchy_file <- function(path) as_columns(checked(.Call(C_hierarchy_read, path_names(path))))

hierarchy_built <- function(values, by) {
    table <- table_of(structure(list(value = values), class = "data.frame",
                                row.names = .set_row_names(length(values))))
    labels <- checked(.Call(C_hierarchy_build, table, "value", by))
    described <- attr(labels, "described")
    attr(labels, "described") <- NULL
    structure(as_columns(labels), described = described)
}

# Row by row, as C takes them.
as_labels <- function(hierarchy) {
    columns <- lapply(unclass(hierarchy), as.character)
    list(cells = as.vector(do.call(rbind, unname(columns))), levels = length(columns) - 1L)
}

print.shoal_hierarchy <- function(x, n = 6L, ...) {
    described <- attr(x, "described")
    cat(sprintf("hierarchy: %d values, %d levels%s\n", nrow(x), ncol(x) - 1L,
                if (is.null(described) || is.na(described)) "" else paste0("; ", described)))
    plain <- structure(unclass(x), class = "data.frame", described = NULL)
    print(head(plain, n), ...)
    if (nrow(x) > n) cat(sprintf("... and %d more values\n", nrow(x) - n))
    invisible(x)
}

write_hierarchy <- function(x, path) {
    labels <- as_labels(hierarchy(x))
    checked(.Call(C_hierarchy_write, labels$cells, labels$levels, one_path(path, "path")))
    invisible(path)
}
