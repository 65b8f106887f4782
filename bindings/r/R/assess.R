assess <- function(data, against = NULL, quasi = NULL, sensitive = NULL, k = NULL, plan = NULL,
                   report = FALSE, public_report = FALSE, records = NULL, progress = interactive(), ...) {
    original <- against
    if (inherits(data, "shoal_release")) {
        if (is.null(plan)) plan <- data$plan
        data <- if (is.null(data$data)) data$output else data$data
    }
    arguments <- c(list(quasi = quasi, sensitive = sensitive, k = k), named_rest(...))
    made <- fill_plan(open_plan(plan), split_formula(arguments), columns_of(data))
    job <- c(list(report = isTRUE(report) || isTRUE(public_report), public_report = isTRUE(public_report),
                  records = one_path(records, "records")), input_of(data))
    if (!is.null(original)) job <- c(job, input_of(original, "against_table", "against", "against"))
    answer <- run_call("assess", made$pointer, job, progress)
    out <- structure(class = "shoal_assessment", pointer = answer$pointer,
                     list(result = answer$result, summary = answer$summary, report = answer$report,
                          warnings = answer$warnings, notes = answer$notes, json = answer$json))
    signal_warnings(out$warnings)
    out
}

print.shoal_assessment <- function(x, ...) {
    cat(sub("\n+$", "\n", x$summary))
    invisible(x)
}

# Rows by the size of their class, before and after where there is an original.
plot.shoal_assessment <- function(x, ...) {
    after <- rows_by_size(x$result$classes$sizes)
    before <- rows_by_size(x$result$before$classes$sizes)
    bins <- unique(rbind(after, before)[c("from", "to")])
    bins <- bins[order(bins$from), ]
    rows <- function(of) {
        at <- match(bins$from, of$from)
        ifelse(is.na(at), 0, of$rows[at])
    }
    heights <- rbind(before = if (length(before)) rows(before), after = rows(after))
    barplot(heights, beside = TRUE, names.arg = size_names(bins$from, bins$to), las = 2, border = NA,
            ylab = "rows", col = hcl.colors(nrow(heights), "Dark 3"),
            main = "Rows by the size of their class",
            legend.text = if (nrow(heights) > 1L) rownames(heights), ...)
    invisible(x)
}

# The library's ranges of sizes, which are the same for all tables, that have rows.
rows_by_size <- function(sizes) {
    if (!length(sizes)) return(NULL)
    field <- function(name) vapply(sizes, function(size) size[[name]], 0)
    out <- data.frame(from = field("from"), to = field("to"), rows = field("rows"))
    out[out$rows > 0, ]
}

size_names <- function(from, to) ifelse(from == to, from, paste0(from, "-", to))
