# What can be done with a release.

print.shoal_release <- function(x, ...) {
    cat(sub("\n+$", "\n", x$summary))
    if (!is.null(x$data))
        cat(sprintf("data: %d rows, %d columns\n", nrow(x$data), ncol(x$data)))
    invisible(x)
}

# Facts of each quasi-identifier as a data frame.
attribute_frame <- function(attributes) {
    number <- function(name) vapply(attributes, function(x)
        if (is.numeric(x[[name]]) && length(x[[name]]) == 1L) x[[name]] else NA_real_, 0)
    out <- data.frame(attribute = names(attributes), level = number("level"), groups = number("groups"),
                      loss = number("loss"), row.names = NULL)
    out[, !vapply(out, function(x) all(is.na(x)), NA) | names(out) == "loss", drop = FALSE]
}

# Sizes of the classes of the released rows.
class_sizes <- function(data, quasi) {
    if (is.null(data) || !length(quasi)) return(integer())
    columns <- lapply(quasi, function(name) as.integer(factor(data[[name]], exclude = NULL)))
    key <- columns[[1L]]
    for (column in columns[-1L]) {
        key <- as.double(key) * (max(column) + 1) + column
        key <- match(key, unique(key))
    }
    suppressed <- Reduce(`&`, lapply(quasi, function(name) as.character(data[[name]]) %in% "*"))
    tabulate(key[!suppressed])[unique(key[!suppressed])]
}

summary.shoal_release <- function(object, ...) {
    result <- object$result
    sizes <- class_sizes(object$data, object$quasi)
    structure(class = "shoal_release_summary",
              list(outcome = result$outcome, recoding = result$recoding, algorithm = result$algorithm,
                   metric = result$metric, value = result$value, bound = result$bound,
                   gap = result$gap, rows = result$rows, suppressed = result$suppressed,
                   classes = result$classes, k = result$k_eff, metrics = unlist(result$metrics),
                   attributes = attribute_frame(result$attributes),
                   class_sizes = if (length(sizes)) summary(sizes), warnings = object$warnings,
                   verdict = result$verdict, verdict_lines = verdict_lines(object$summary)))
}

# The verdict in the words of the command line: its tone, what is not green, what was not looked at.
verdict_lines <- function(summary) {
    lines <- strsplit(summary, "\n", fixed = TRUE)[[1]]
    begin <- which(startsWith(lines, "verdict: "))
    end <- which(startsWith(lines, "not looked at: "))
    if (length(begin) == 1L && length(end) == 1L && begin <= end) lines[begin:end]
}

print.shoal_release_summary <- function(x, ...) {
    cat(x$recoding, " (", x$algorithm, "): ", x$outcome, ", ", x$metric, " ",
        format(x$value, digits = 4), "\n", sep = "")
    cat(x$rows, " rows, ", x$suppressed, " of them suppressed; ", x$classes,
        " classes, the smallest has ", x$k, " rows\n\n", sep = "")
    print(x$attributes, digits = 4, row.names = FALSE)
    if (!is.null(x$class_sizes)) {
        cat("\nsizes of the classes:\n")
        print(x$class_sizes)
    }
    if (length(x$verdict_lines)) cat("", x$verdict_lines, sep = "\n")
    if (nrow(x$warnings)) cat("\nwarnings: ", paste(x$warnings$code, collapse = ", "), "\n", sep = "")
    invisible(x)
}

plot.shoal_release <- function(x, which = c("loss", "classes"), ...) {
    which <- match.arg(which, several.ok = TRUE)
    if (length(which) > 1L) {
        before <- par(mfrow = c(1L, length(which)))
        on.exit(par(before))
    }
    if ("loss" %in% which) plot_loss(x, ...)
    if ("classes" %in% which) plot_classes(x, ...)
    invisible(x)
}

plot_loss <- function(x, ...) {
    facts <- attribute_frame(x$result$attributes)
    facts <- facts[order(facts$loss), ]
    loss <- ifelse(is.na(facts$loss), 0, facts$loss)
    margins <- par(mar = c(4, max(4, 1 + 0.5 * max(nchar(facts$attribute))), 3, 1))
    on.exit(par(margins))
    barplot(loss, names.arg = facts$attribute, horiz = TRUE, las = 1, col = "steelblue", border = NA,
            xlab = "loss (0: nothing, 1: everything)", xlim = c(0, max(loss, 0.01)),
            main = "Loss by quasi-identifier", ...)
}

# Bars for classes of 1, 2, 3-4, 5-8, ... rows.
plot_classes <- function(x, ...) {
    sizes <- class_sizes(x$data, x$quasi)
    if (!length(sizes)) refuse("the release has no rows in memory: see as.data.frame()")
    exponents <- ceiling(log2(sizes))
    all <- seq(0, max(exponents))
    names <- size_names(ifelse(all == 0, 1, 2^(all - 1) + 1), 2^all)
    barplot(tabulate(exponents + 1L, length(all)), names.arg = names, las = 2,
            col = "steelblue", border = NA, ylab = "classes", main = "Classes by size", ...)
}

# `suppressed = NA` makes NA of labels that are `*`, as other packages write suppressed cells.
as.data.frame.shoal_release <- function(x, row.names = NULL, optional = FALSE, ..., suppressed = "*") {
    data <- x$data
    if (is.null(data)) {
        table <- checked(.Call(C_table_read, x$output, NULL))
        data <- release_frame(table, NULL, NULL, x$quasi, FALSE)
    }
    data <- structure(unclass(data), class = "data.frame", .internal.selfref = NULL, sorted = NULL)
    for (name in x$quasi) if (is.factor(data[[name]]) && !identical(suppressed, "*"))
        data[[name]] <- replace_star(data[[name]], suppressed)
    if (!is.null(row.names)) attr(data, "row.names") <- row.names
    data
}

replace_star <- function(x, by) {
    star <- levels(x) == "*"
    if (!any(star)) return(x)
    if (is.na(by)) return(factor(x, levels = levels(x)[!star]))
    levels(x)[star] <- by
    x
}

# The released table itself is written, not what became of `$data`. After a session was saved and
# loaded there is only `$data`, whose rows are in the order of the original, which would say more than
# the cells do: they are written in the order of their cells.
write_release <- function(x, path) {
    if (!inherits(x, "shoal_release")) refuse("write_release takes what anonymize() returns")
    path <- one_path(path, "path")
    table <- attr(x, "table")
    if (is.null(table) && is.null(x$data)) table <- checked(.Call(C_table_read, x$output, NULL))
    else if (is.null(table) || !.Call(C_is_alive, table)) table <- table_of(published_rows(x))
    checked(.Call(C_table_write, table, path))
    invisible(path)
}

published_rows <- function(x) {
    data <- as.data.frame(x)
    if (identical(checked(.Call(C_plan_get, open_plan(x$plan)$pointer, "order")), "input")) return(data)
    texts <- lapply(unname(unclass(data)), as.character)
    data[do.call(order, c(texts, list(method = "radix"))), , drop = FALSE]
}
